// What the server sends, as Go's packages declare it: go test ./bot/web -run TypesOfThePage -update writes this file.

declare namespace web {
  interface sessionResponse {
    token: string;
    until: number;
    guest?: string;
    name: string;
    room?: string;
    maker?: string;
    lang: string;
    open?: string;
    access?: string;
    words: Record<string, string>;
    view: chat.View;
    acted?: boolean;
    reply?: reply;
  }

  interface reply extends Omit<chat.Reply, 'picture' | 'otherwise'> {
    picture?: picture;
    otherwise?: chat.Reply;
  }

  interface picture {
    png: string;
    alt: string;
  }

  interface actResponse {
    reply?: reply;
    view: chat.View;
    repeated?: boolean;
    forgotten?: boolean;
  }
}

declare namespace chat {
  interface View {
    version: string;
    now: number;
    lang: string;
    place?: string;
    here?: Seat[];
    hereMore?: number;
    deal?: Deal[];
    series?: Series[];
    solo?: ViewButton[];
    round?: RoundView;
    level?: number;
    others?: ViewButton[];
    match?: MatchView;
    day?: DayView;
    roundDay?: DayView;
  }

  interface Seat {
    name: string;
    me?: boolean;
    rank?: number;
    points?: number;
    score?: string;
    detail?: string;
    text?: string;
  }

  interface Deal extends ViewButton {
    game: string;
    of?: string;
    sign: string;
    rule: string;
    clock?: number;
    kinds?: string[];
    matches?: string[];
  }

  interface ViewButton {
    label: string;
    press: string;
    price?: number;
    opens?: number;
  }

  interface Series {
    label: string;
    game: string;
    counts: number[];
  }

  interface RoundView {
    token: string;
    puzzle: string;
    game: string;
    sort: number;
    title: string;
    goal?: string;
    level?: number;
    note?: string;
    board: Board;
    daily?: number;
    worth?: number;
    usual?: number;
    shared?: boolean;
    hidden?: boolean;
    seconds?: number;
    begun?: number;
    ends?: number;
    over?: boolean;
    done?: boolean;
    mine: Mine;
    people?: Seat[];
    result?: Line[];
    answer?: ViewButton;
    hint?: ViewButton;
    giveup?: ViewButton;
    next?: ViewButton;
    share?: ViewButton;
  }

  interface Board {
    kind: string;
    tiles: string[];
    goal?: string;
    operators?: string;
    all?: boolean;
    whole?: boolean;
    inOrder?: boolean;
  }

  interface Mine {
    answers?: MyAnswer[];
    best?: number;
    points?: number;
    isbest?: boolean;
    of?: number;
    took?: number;
    hints?: Line[];
    share?: number;
  }

  interface MyAnswer {
    text: string;
    detail?: string;
    value?: string;
    points?: number;
    at: number;
  }

  type Line = Span[];

  interface Span {
    style?: string;
    text: string;
    player?: string;
    unix?: number;
    in?: number;
    channel?: string;
    options?: Option[];
  }

  interface Option {
    name: string;
    value: string;
  }

  interface MatchView {
    kind: string;
    number: number;
    of: number;
    endless?: boolean;
    next?: number;
    over?: boolean;
    stopped?: boolean;
    lines: Line[];
    table?: Seat[];
    choices?: ViewButton[];
    join?: ViewButton;
    begin?: ViewButton;
    stop?: ViewButton;
    again?: ViewButton;
    dare?: string;
  }

  interface DayView {
    number: number;
    live?: boolean;
    date: string;
    ends?: number;
    parts: DayPart[];
    done?: boolean;
    streak?: number;
    score?: number;
    squares?: string;
    card?: string;
    show?: ViewButton;
    lines?: Line[];
    others?: string;
    yesterday?: Yesterday;
    remind?: ViewButton;
    reminds?: string;
  }

  interface DayPart {
    game: string;
    title: string;
    sign: string;
    score?: number;
    points?: number;
    press: string;
    state?: string;
    detail?: string;
  }

  interface Yesterday {
    number: number;
    press: string;
    opens?: number;
    parts?: DaySolution[];
  }

  interface DaySolution {
    game: string;
    title: string;
    sign: string;
    puzzle: string;
    text: string;
    rarer?: string;
  }

  interface Reply {
    silent?: boolean;
    tone?: number;
    face?: Face;
    text?: Line[];
    table?: Table;
    sort?: number;
    buttons?: Button[][];
    ask?: Ask;
    audience?: number;
    file?: File;
    picture?: Picture;
    edit?: boolean;
    otherwise?: Reply;
    remove?: boolean;
    page?: boolean;
    mark?: string;
    quiet?: boolean;
    pin?: string;
    unpin?: string;
    forgotten?: boolean;
  }

  interface Face {
    title?: string;
    tiles: string[];
    goal?: string;
    note?: string;
    sort?: number;
    over?: boolean;
  }

  interface Table {
    head?: string[];
    rows: string[][];
    people?: string[];
    name?: number;
    pictured?: number;
  }

  interface Button {
    label: string;
    data: string;
    style?: number;
    personal?: boolean;
    prefill?: string;
    share?: string;
    page?: boolean;
    link?: boolean;
    url?: string;
    icon?: string;
    disabled?: boolean;
  }

  interface Ask {
    data: string;
    title: string;
    label: string;
    placeholder: string;
    value?: string;
    hint: string;
  }

  interface File {
    name: string;
    type: string;
    data: string;
    kind?: string;
    facts?: unknown;
  }

  interface Picture {
    kind: string;
    facts: unknown;
    alt: string;
  }

  interface Value {
    value?: string;
    measure?: number;
    fault?: string;
  }

  interface MeView {
    name: string;
    guest?: boolean;
    points?: number;
    solved?: number;
    streak?: number;
    longest?: number;
    strengths?: Strength[];
    boards?: BoardRank[];
    settings?: SettingView[];
  }

  interface Strength {
    title: string;
    level?: number;
    text?: string;
  }

  interface BoardRank {
    title: string;
    rank: number;
    of: number;
  }

  interface SettingView {
    name: string;
    label: string;
    about: string;
    value: string;
    choices: Choice[];
    several?: boolean;
  }

  interface Choice extends ViewButton {
    on?: boolean;
  }
}
