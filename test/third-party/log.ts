export { ml_dsa44 as mldsa44 } from '@noble/post-quantum/ml-dsa.js';
export { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
export { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
export { RFC9162 } from '@transmute/rfc9162';
