// What the page itself knows, and what it finds in the browser. What the server sends is in api.d.ts.

declare namespace page {
  /** A number of the puzzle, or one that was made of others, with its calculation. */
  interface Fraction {
    n: bigint;
    d: bigint;
    text: string;
    rank: number;
    made: boolean;
  }

  /** What a person has tapped on a puzzle. A step is what its kind of board makes of it. */
  interface Board {
    token: string;
    steps: unknown[];
    at: number;
    selected: number | null;
    sign: string;
    typed: string;
    taps: number;
    order?: number[];
    reply?: web.reply | null;
  }

  /** What the button for the answer sends, and what stands on it. */
  interface Answer {
    text: string;
    label?: string;
  }

  interface Kind {
    start(board: chat.Board): unknown;
    Draw(props: { round: chat.RoundView }): Node;
    answer(): Answer | null;
    key(key: string): boolean;
    line?(): string;
    moved?(): void;
    shuffle?(): void;
  }

  /** What the person does: the body of play/act, without what the page adds. */
  interface Act {
    press?: string;
    text?: string;
    taps?: number;
    command?: string;
    open?: string;
    round?: string;
  }

  interface State {
    view: chat.View;
    session: web.sessionResponse;
    words: Record<string, string>;
    at: string;
    reply: web.reply | null;
    notice: string;
    toast: string;
    ask: chat.Ask | null;
    sheet: Sheet | null;
    lost: { key: string; n?: number } | null;
    busy: Act | null;
    queued: Act[];
    begun: boolean;
    isNew: boolean;
    screen: boolean;
    seen: string;
    hasHistory: boolean;
    skew: number;
    draw(): void;
  }

  /** What the sheet shows: one of its own by its name, a setting, the help about a game, or a reply. */
  type Sheet = string | { setting: string } | { help: string } | web.reply;

  /** A title, and what stands below it. */
  type SheetContent = [title: string, content: Node];

  /** A view that has a round. */
  type PlayView = chat.View & { round: chat.RoundView };

  type Node = preact.ComponentChild | preact.ComponentChild[];
  type Attributes = { children?: Node; [name: string]: unknown };
  type Press = () => unknown;

  /** What is put into a sentence. */
  type Args = Record<string, string | number | bigint | undefined>;

  /** What a session is asked for with, besides what the host proves. */
  interface Change {
    name?: string;
    room?: string;
  }

  interface Proof extends Change {
    network: string;
    guest?: string;
    proof?: string | null;
    instance?: string | null;
    token?: string;
  }

  /** What goes with a text that is shared. */
  interface Shared {
    url?: string;
    press?: string;
    day?: number;
  }

  /** A prepare function asks the server for a message with the card of a day; "" if there is none. */
  interface Prepared extends Shared {
    prepare(day: number): Promise<string>;
  }

  interface Host {
    locale(): string;
    isNew(): boolean;
    proof(): Proof | Promise<Proof>;
    haptic(): void;
    askToWrite(): void;
    share(text: string, shared: Prepared): unknown;
    start(onBack: () => void): void;
    back(isShown: boolean): void;
    open?(): string;
    enter?(session: web.sessionResponse): void;
  }

  /** What the server has refused: the status, and after how many seconds to ask again. Other errors have neither. */
  interface Refusal extends Error {
    status: number;
    after: number;
  }
}

declare namespace telegram {
  interface Theme {
    bg_color?: string;
    secondary_bg_color?: string;
    text_color?: string;
    hint_color?: string;
    button_color?: string;
    button_text_color?: string;
  }
}

interface Window {
  early: Promise<Response> | null;
  reckon: object;
  Telegram?: object;
  TelegramWebviewProxy?: { postEvent(type: string, data: string): void };
}

interface External {
  notify(message: string): void;
}
