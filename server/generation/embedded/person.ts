import type { VisitContext } from '../../../lib/contracts/index.ts'
import type { Role } from '../reading/speakers.ts'

/** The noun and pronouns that the note uses for a person. */
export interface Person {
  noun: 'Client' | 'Patient' | 'Caregiver'
  subject: string
  object: string
  possessive: string
  reflexive: string
  /** True if the pronoun needs a plural verb: "they sleep", but "the client sleeps". */
  plural: boolean
}

const pronouns = {
  she: { subject: 'she', object: 'her', possessive: 'her', reflexive: 'herself', plural: false },
  he: { subject: 'he', object: 'him', possessive: 'his', reflexive: 'himself', plural: false },
  they: { subject: 'they', object: 'them', possessive: 'their', reflexive: 'themself', plural: true },
}

/** Returns the person that "I" refers to: the patient, or another person who came to the visit. */
export const speakerOf = (patient: Person, role: Role): Person =>
  role === 'other' ? { noun: 'Caregiver', ...pronouns.they } : patient

/**
 * Derives pronouns and noun from the visit's details and the template's instructions. Uses "they" if nothing is known.
 */
export function personOf(context: VisitContext, instructions: string): Person {
  const genderWords = `${context.patient?.pronouns ?? ''} ${context.patient?.gender ?? ''}`.toLowerCase()
  const which = /\bthey\b/.test(genderWords)
    ? 'they'
    : /\bshe\b|\bfemale\b|\bwoman\b/.test(genderWords)
      ? 'she'
      : /\bhe\b|\bmale\b|\bman\b/.test(genderWords)
        ? 'he'
        : 'they'
  const noun = /\bpatient\b/i.test(instructions) && !/\bclient\b/i.test(instructions) ? 'Patient' : 'Client'
  return { noun, ...pronouns[which] }
}
