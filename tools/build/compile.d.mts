// Types of compile.mjs.

/** Compiles SDK and app; ends this process if that fails. */
export function compile(): void
