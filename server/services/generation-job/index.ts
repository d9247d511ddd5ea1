export { type Generate, type GenerationDeps, generationWork } from './run.ts'
