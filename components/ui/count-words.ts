/** Returns a number with its words, such as "1 field" or "3 fields". */
export const countWords = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
