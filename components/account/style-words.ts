import type { WritingStyle } from '../../lib/contracts/index.ts'

/** The settings of a style that are chosen from a list. */
export type ChosenSetting = Exclude<keyof WritingStyle, 'forbidden' | 'terms'>

type Options<Setting extends ChosenSetting> = Record<NonNullable<WritingStyle[Setting]>, string>

export const styleWords: { [Setting in ChosenSetting]: { label: string; options: Options<Setting> } } = {
  person: { label: 'Person', options: { third: 'Third: “the clinician advises”', first: 'First: “I advise”' } },
  tense: { label: 'Tense', options: { present: 'Present', past: 'Past' } },
  subject: { label: 'Patient or client', options: { patient: 'Patient', client: 'Client' } },
  length: { label: 'Length', options: { brief: 'Brief', normal: 'Normal', detailed: 'Detailed' } },
  layout: { label: 'Layout of texts', options: { prose: 'Sentences in paragraphs', bullets: 'Bullet list' } },
  abbreviations: { label: 'Abbreviations', options: { usual: 'Use the common ones', none: 'Write everything out' } },
}

export const chosenSettings = Object.keys(styleWords) as ChosenSetting[]

export function optionWords(style: WritingStyle, setting: ChosenSetting): string | undefined {
  const option = style[setting]
  const options: Partial<Record<string, string>> = styleWords[setting].options
  return option === undefined ? undefined : options[option]
}

export function styleSummary(style: WritingStyle): string {
  const choices = chosenSettings.flatMap((setting) => optionWords(style, setting) ?? [])
  const lists = [
    ...((style.forbidden?.length ?? 0) > 0 ? ['forbidden phrases'] : []),
    ...((style.terms?.length ?? 0) > 0 ? ['terms'] : []),
  ]
  const all = [...choices, ...lists].join(', ')
  return all === '' ? 'Nothing is set.' : `${all.slice(0, 1).toUpperCase()}${all.slice(1)}.`
}
