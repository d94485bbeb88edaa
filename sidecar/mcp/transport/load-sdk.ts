let loaded: Promise<typeof import('./sdk.ts')> | undefined;

/**
 * What the SDK does for us. It is loaded when the server answers or at the first message, since it takes longer than the start may; and kept
 * here, since each `import()` looks its module up again, which takes a tenth of a tool call.
 */
export function loadSdk(): Promise<typeof import('./sdk.ts')> {
  loaded ??= import('./sdk.ts');
  return loaded;
}
