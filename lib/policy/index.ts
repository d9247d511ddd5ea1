export * from './allows.ts'
export * from './calls.ts'
export * from './read.ts'
export * from './state.ts'
