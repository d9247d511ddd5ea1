import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { type Draft, embeddedWriter, generate } from '../../../server/generation/index.ts'
import { factSessions, unseenSessions } from '../omissions/facts.ts'
import { layouts, sessions } from '../score.ts'

/** A correct value: its field, its draft, and the visit it comes from. */
export interface Honest {
  visit: { name: string; turns: readonly string[]; context: VisitContext }
  field: Field
  draft: Draft
}

/**
 * The layouts into which lies are put. With all nine, 91 instead of 95 of a hundred false negations are caught.
 */
const targets = ['soap', 'dap', 'intake', 'psychiatric-follow-up']

/**
 * The built-in writer's values for the bundled sessions and layouts. Other tests compare these values with an answer
 * key, so the values are correct.
 */
export async function builtInValues(): Promise<Honest[]> {
  const all: Honest[] = []
  for (const visit of sessions)
    for (const layout of layouts.filter(({ id }) => targets.includes(id))) {
      const { results } = await generate({
        template: layout,
        turns: visit.turns,
        context: visit.context,
        writers: () => embeddedWriter,
        signal: new AbortController().signal,
      })
      for (const { type: _, flags: __, ...draft } of results) {
        const field = layout.fields.find(({ id }) => id === draft.id)
        if (field === undefined || draft.value.length === 0) continue
        const { condition: ___, ...plain } = field
        all.push({ visit, field: plain, draft })
      }
    }
  return all
}

/**
 * Values that a person wrote in the style of a note. Each value contains one important statement of a session. The
 * tests of omissions use the same statements.
 */
export function writtenValues(): Honest[] {
  return [...factSessions, ...unseenSessions].flatMap(({ name, turns, facts }) => {
    const context = sessions.find((visit) => visit.name === name)?.context ?? {}
    return facts.map(({ kind, note, turn, quote }, index) => ({
      visit: { name, turns, context },
      field: { id: `${kind}-${index}`, name: kind.replace('_', ' '), type: 'string' as const },
      draft: {
        id: `${kind}-${index}`,
        value: [note],
        confidence: 0.9,
        state: 'stated' as const,
        evidence: [{ turn, quote }],
      },
    }))
  })
}
