/** Kinds of repeated text that kept earlier parsers busy for minutes. Each is cut to a given number of characters. */
const kinds: Record<string, readonly [before: string, repeated: string, after: string]> = {
  'a long run of dots': ['I feel ', '.', ' x'],
  'one word over and over': ['Blood pressure 120 ', 'over ', 'x'],
  'many denials': ['I have no pain, ', 'no ', 'fever x'],
  'a list under one denial': ['Denies ', 'fever, cough or pain, ', 'x'],
  'a long run of blanks': ['I sleep', ' ', 'well'],
  'a long run of line ends': ['I sleep well', '\n', 'x'],
  'number words': ['I slept ', 'one hundred and twenty ', 'hours'],
  'digits and commas': ['It was ', '1,111,', 'x'],
  'one long word': ['My name is ', 'ab', '.'],
  'words with hyphens': ['I take ', 'a-b-', 'syndrome'],
  'names of people': ['I saw ', 'my friend Sam Doe ', 'today.'],
  'open brackets': ['I said ', '(music [', 'x'],
  'medicines and doses': ['I take ', 'sertraline fifty milligrams every day and ', 'x'],
  'days of the calendar': ['We meet ', 'next Monday the first of May, ', 'x'],
  'questions without an answer': ['', 'how are you? ', 'x'],
  'quotes and full stops': ['', '."', 'x'],
  'speakers over and over': ['', 'Speaker 0: no. ', 'x'],
  'clauses without a stop': ['well ', 'and my mother had chest pain because i ', 'x'],
}

export const kindNames = Object.keys(kinds)

/** Returns text of one kind with exactly `length` characters. */
export function hostileText(kind: string, length: number): string {
  const [before, repeated, after] = kinds[kind] ?? ['', '', '']
  const room = length - before.length - after.length
  return `${before}${repeated.repeat(Math.ceil(room / repeated.length)).slice(0, room)}${after}`
}
