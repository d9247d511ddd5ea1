export { embeddedWriter } from './embedded/index.ts'
export { type GenerateRequest, generate, NothingSaidError } from './engine.ts'
export { somethingSaid, turnsFromText } from './turns.ts'
export type { Draft, WriteRequest, Writer } from './writer.ts'
