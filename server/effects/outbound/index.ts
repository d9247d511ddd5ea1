export { kindOfAddress, type Resolve, type ResolveText, resolveByDns, resolveTextByDns } from './addresses.ts'
export { type OriginProofs, originProofs, type PublishedProofs, readProofFile } from './origin-proof.ts'
export { type Guard, guardedRequest, type OutboundProblem } from './request.ts'
