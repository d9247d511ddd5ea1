import type { WritingStyle } from '../contracts/index.ts'

export function styleExample({ person, tense, subject, length, layout, abbreviations }: WritingStyle): string {
  const isPast = tense === 'past'
  const who = `The ${subject ?? 'patient'}`
  const clinician = person === 'first' ? 'I' : 'The clinician'
  const dose =
    abbreviations === 'usual'
      ? 'melatonin 3 mg qhs'
      : abbreviations === 'none'
        ? 'melatonin 3 milligrams at bedtime'
        : 'melatonin 3 mg at bedtime'
  const verb = (present: string, pastForm: string) => (isPast ? pastForm : present)
  const advise = `${clinician} ${verb(person === 'first' ? 'advise' : 'advises', 'advised')}`
  const sentences =
    length === 'brief'
      ? [
          `${verb('Sleeps', 'Slept')} five hours a night.`,
          `${verb('Takes', 'Took')} ${dose}.`,
          `${advise} no coffee after noon.`,
        ]
      : length === 'detailed'
        ? [
            `${who} ${verb('reports', 'reported')} sleeping about five hours a night.`,
            `It ${verb('takes', 'took')} two hours to fall asleep, and ${who.toLowerCase()} ${verb('wakes', 'woke')} at four.`,
            `${who} ${verb('takes', 'took')} ${dose}, which ${verb('does', 'did')} not help much.`,
            `${advise} no coffee after noon, because the last cup ${verb('is', 'was')} around four in the afternoon.`,
          ]
        : [
            `${who} ${verb('reports', 'reported')} sleeping about five hours a night.`,
            `${who} ${verb('takes', 'took')} ${dose}, with little effect.`,
            `${advise} no coffee after noon.`,
          ]
  return layout === 'bullets' ? sentences.map((text) => `- ${text}`).join('\n') : sentences.join(' ')
}
