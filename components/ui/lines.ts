/** Returns the lines of a typed list, without spaces around them and without empty lines. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
