import { all, attribute, textOf } from '../natives.ts'
import { fold } from '../words.ts'
import { unitIn } from './units.ts'

const sectionSelector = '[role="spinbutton"]'

export function behindSections(group: Element): HTMLInputElement | null {
  if (all(group, sectionSelector).length < 2) return null
  const [input, secondInput] = all<HTMLInputElement>(group, 'input[aria-hidden="true"]:not([type="hidden"])')
  return input && !secondInput ? input : null
}

const times: [token: string, names: RegExp][] = [
  ['H', /^(?:h{1,2}|hours?|stunden?|horas?|heures?)$/],
  ['m', /^(?:min(?:ute|uten|utos?|utes)?s?)$/],
  ['A', /^(?:meridiem|am\/?pm|a{1,2}|day ?period)$/],
]

function tokenOf(section: Element, isClock12: boolean): string {
  const [name, text] = [fold(attribute(section, 'aria-label') ?? ''), fold(textOf(section))]
  const time = times.find(([, names]) => names.test(name))?.[0]
  if (time === 'A') return 'A'
  const letter = time === 'H' && isClock12 ? 'h' : (time ?? unitIn(name))
  if (!letter) return ''
  if (letter === 'Y') return text.length === 2 ? 'YY' : 'YYYY'
  // A section shows its placeholder or its value: both have two characters if it writes zeros.
  return text.length === 2 || letter === 'm' ? letter + letter : letter
}

export function sectionFormat(group: Element): { kind: 'date' | 'time' | 'date_time'; format: string } | null {
  const sections = all(group, sectionSelector)
  const isClock12 = sections.some(
    (each) => attribute(each, 'aria-valuemax') === '12' && tokenOf(each, false).startsWith('H'),
  )
  const tokens = sections.map((each) =>
    tokenOf(each, isClock12 || sections.some((otherSection) => tokenOf(otherSection, false) === 'A')),
  )
  if (tokens.includes('')) return null
  let rest = plainText(group)
  let format = ''
  for (const [at, section] of sections.entries()) {
    const text = plainText(section)
    const place = rest.indexOf(text)
    if (place < 0) return null
    format += (at > 0 ? rest.slice(0, place) : '') + tokens[at]
    rest = rest.slice(place + text.length)
  }
  const [day, clock] = [/[DMY]/.test(format), /[Hh]/.test(format)]
  return day || clock ? { kind: day && clock ? 'date_time' : day ? 'date' : 'time', format } : null
}

const plainText = (element: Element): string => textOf(element).replace(/[\u200b-\u200f\u2066-\u2069\ufeff]/g, '')
