export * from './door.ts'
export * from './kinds.ts'
export * from './ledger.ts'
