export { type GenerationDeps, generationWork } from './run.ts'
