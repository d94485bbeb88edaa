export { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
export { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
export { RFC9162 } from '@transmute/rfc9162';
