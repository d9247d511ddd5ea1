export { readMarkdown } from './read.ts'
export { writeMarkdown } from './write.ts'
