// What the vendored files set. The types of preact say themselves that it can be a global name.

/// <reference types="preact" />
declare const htm: typeof import('htm').default;
