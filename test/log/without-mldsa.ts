/** Arguments that start Node as it is without ML-DSA-44, such as Node 22. */
export const WITHOUT_MLDSA: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    const { importKey } = crypto.subtle;
    crypto.subtle.importKey = (...args) =>
      args[2] === 'ML-DSA-44' ? Promise.reject(new DOMException('Unrecognized algorithm name', 'NotSupportedError')) : importKey.apply(crypto.subtle, args);
  `)}`,
];
