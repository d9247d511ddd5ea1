import { describe, expect, test } from 'vitest'
import { readAnswer } from './answer-schema.ts'
import { itemsIn, listReader } from './growing-json.ts'

const answer = (field: string, value: string) => ({
  field,
  state: 'stated',
  confidence: 0.8,
  evidence: [{ turn: 2, quote: value }],
  value: [value],
  sentences: [],
})
const answers = [answer('f0', 'Walks 20 minutes.'), answer('f1', 'Takes 5 mg.')]
const json = JSON.stringify({ answers })
const draft = JSON.stringify({ answers: [answer('f0', 'Walks 200 minutes.')] })
const read = (text: string) => itemsIn(text, readAnswer)

describe('what a model thought is no answer', () => {
  test.each([
    `<think>Perhaps ${draft}</think>${json}`,
    `Perhaps ${draft}\n</think>\n${json}`,
    `<think>a</think><think>${draft}</think>${json}`,
    `[THINK]${draft}[/THINK]${json}`,
    `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${json}`,
    `${json}<think>Or ${draft}</think>`,
    `A first draft: ${draft} No. The answer: ${json} Is there more?`,
  ])('%#', (text) => expect(read(text)).toEqual(answers))

  test('also if it never ends', () => expect(read(`<think>${draft}`)).toEqual([]))
})

describe('a slip of the form is repaired', () => {
  const only = json.slice(0, -2)
  test.each([
    ['a comma at the end', `${only},],}`],
    ['NaN', json.replaceAll('0.8', 'NaN')],
    ['numbers as text', json.replaceAll('0.8', '"0.8"').replaceAll(':2,', ':"2",')],
    ['an object for a list', json.replaceAll(/"evidence":\[(\{[^}]*\})\]/g, '"evidence":$1')],
    ['a text for a list', json.replaceAll(/"value":\[("[^"]*")\]/g, '"value":$1')],
    ['capital letters in a state', json.replaceAll('"stated"', '"Stated"')],
    ['a comment', json.replace('[{', '[// first\n{')],
    ['Python', json.replaceAll('"sentences":[]', '"sentences":None')],
    ['single quotes', json.replaceAll('"', "'")],
    [
      'a list by name',
      JSON.stringify({ answers: Object.fromEntries(answers.map(({ field, ...rest }) => [field, rest])) }),
    ],
    ['JSON in a text', JSON.stringify(json)],
    ['a call of a tool', `<tool_call>{"name":"answer","arguments":${JSON.stringify(json)}}</tool_call>`],
    ['a fence and a mark', `\ufeff\`\`\`json\n${json}\n\`\`\``],
  ])('%s', (_, text) => {
    const found = read(text)
    expect(found.map(({ field, state, value, evidence }) => ({ field, state, value, evidence }))).toEqual(
      answers.map(({ field, state, value, evidence }) => ({ field, state, value, evidence })),
    )
  })

  test('also while the answer is growing', () => {
    expect(listReader().read(`{"answers":[${JSON.stringify(answers[0]).slice(0, -1)},}`)).toEqual([answers[0]])
  })

  test('a line break in a text stays a line break', () => {
    expect(read(json.replaceAll('Takes 5', 'Takes\n5'))[1]?.value).toEqual(['Takes\n5 mg.'])
  })
})

test('of an answer that was cut off, only complete answers are read', () => {
  for (let at = 0; at < json.length - 2; at++) {
    const found = read(json.slice(0, at))
    expect(answers).toEqual(expect.arrayContaining(found))
  }
  expect(read(json.slice(0, -2))).toEqual(answers)
  expect(read(JSON.stringify(json).slice(0, -40))).toEqual([])
})

test('brackets of words do not hide the answer', () => {
  expect(read(`See [1], {as asked} and a { of its own. ${json}`)).toEqual(answers)
  expect(read('{'.repeat(5000))).toEqual([])
})
