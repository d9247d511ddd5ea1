export { type Computing, ComputingFailedError } from './computing/computing.ts'
export { openThreads, type Threads } from './computing/threads.ts'
export type { Draft, DraftEvidence } from './draft.ts'
export { contentStems } from './embedded/bm25.ts'
export { embeddedWriter } from './embedded/index.ts'
export { generate, NothingSaidError } from './engine.ts'
export {
  failureSentence,
  type GroupFailure,
  groupFailure,
  isTransient,
  NoAnswerError,
  UnusableAnswerError,
  WriterFailedError,
} from './failures.ts'
export { findOmissions } from './omissions.ts'
export { type Proposal, type ProposeRequest, propose, type Sketch, sketchCollection } from './proposing/index.ts'
export { label, whoSpeaks } from './reading/who.ts'
export type { Generate, GenerateRequest } from './request.ts'
export { stillMissing } from './review/findings.ts'
export { type ReviewAnswer, type Statement, type Verdict, verdicts } from './review/statements.ts'
export type { TokenCount } from './tokens.ts'
export { somethingSaid, withTimes } from './turns.ts'
export type { NamingRequest, ReviewRequest, WriteRequest, Writer } from './writer.ts'
