// What the vendored files set.

declare const preact: typeof import('preact');
declare const htm: typeof import('htm').default;
