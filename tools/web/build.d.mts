// Types of build.mjs.

/** Builds the page if needed. */
export function buildWeb(): Promise<void>
