import { dose, medicine } from '../reading/medicines.ts'
import type { Role } from '../reading/speakers.ts'

const ofClinicians =
  /\b(?:we|i)(?:'ll| will| want to|'m going to|'re going to)? (?:\w+ )?(?:prescribe|put you on|start you on|refer you to|order you)\b|\bi(?:'m going to|'ll| will) (?:refer you|order (?:an?|some|the) (?:mri|x-?ray|ct|ultrasound|echo\w*|ekg|labs?|blood))\b|\bwe (?:\w+ )?give you\b|\bon your (?:\w+ ){1,2}exam\b|\bi(?:'ve| have)? (?:reviewed|looked at|took a look at) your\b|\bdo you (?:\w+ )?(?:smoke|drink|take any|have any (?:other )?(?:allergies|pain|history|medical|surgeries|symptoms|siblings))\b|\bare you (?:having|experiencing) any\b|\bhow long (?:do|did|have|has) your\b/

const ownDoctor =
  '(?:primary care|pcp|(?:primary care |family |regular |own )?(?:doctor|physician)|cardiologist|psychiatrist|dermatologist|neurologist|dentist)'
const ownIllness =
  '(?:pain|symptoms?|cough|headaches?|fever|rash|allergies|medications?|meds|medicines?|pills?|blood pressure|blood sugars?|appetite|sleep|breathing|stomach|chest|asthma|diabetes)'
/** Clinicians do not speak about their own care, so these words show that their turn has the wrong label. */
const ofPatients = new RegExp(
  [
    "\\bi(?:'ll| will|'ve| have| had|'d)? (?:(?:actually|just|also|then|usually|always|recently|finally) )*(?:get|got|gotten|was|been|being) (?:\\w+ )?(?:prescribed|hospitali[sz]ed|admitted|diagnosed|discharged|operated on|put on|started on|intubated)\\b",
    "\\bi(?:'ve| have| had|'d|'ll| will)? (?:(?:actually|just|also|then|usually|always|recently|finally|had to|have to) )*(?:ended up|end up|went|go|been|landed|stayed) (?:\\w+ )?(?:in|to|at) (?:the |an? |my )?(?:emergency room|er|hospital|urgent care|doctor|primary care)\\b",
    `\\bmy ${ownDoctor}\\b`,
    '\\b(?:prescribed|admitted|diagnosed|operated on) me\\b|\\b(?:put|started|has|have|had) me on\\b',
    "\\bi(?:'ve| have) been (?:having|feeling|experiencing|dealing with|struggling with|coughing|vomiting|throwing up)\\b|\\bi'?m (?:having|experiencing) (?:\\w+ ){0,3}(?:pain|trouble|symptoms|headaches|nausea)\\b",
    `\\bmy (?:\\w+ )?${ownIllness}\\b`,
    `\\bi (?:\\w+ )?take\\b.{0,30}(?:${medicine.source}|${dose.source})`,
    "\\bi (?:don't|do not|never) (?:smoke|drink)\\b",
  ].join('|'),
)
const reportedSpeech =
  /["“][^"”]*["”]|\b(?:say|said|says|saying|think|thinking|thought|wrote|tell \w+|told \w+|(?:was|were|is|are|be|you|he|she|they)(?:'s|'re)? like),? (?:that )?(?:i|my)\b.*/g

interface Said {
  low: string
  role: Role
}

type Mark = 'wrong' | 'right' | 'open'

function markOf(turn: readonly Said[]): Mark {
  const role = turn[0]?.role
  if (role !== 'patient' && role !== 'provider') return 'open'
  const texts = turn.map(({ low }) => low.replaceAll(reportedSpeech, ' '))
  const says = (words: RegExp) => texts.some((low) => words.test(low))
  const [ownWords, otherWords] = role === 'patient' ? [ofPatients, ofClinicians] : [ofClinicians, ofPatients]
  return says(otherWords) ? 'wrong' : says(ownWords) ? 'right' : 'open'
}

/** From this number of `wrong` turns, `open` turns near them count as wrong, too. */
const swappedFrom = 2

export function wronglyLabelled(turns: readonly (readonly Said[])[]): ReadonlySet<number> {
  const marks = turns.map(markOf)
  const judged = marks.flatMap((mark, turn) => (mark === 'open' ? [] : [{ mark, turn }]))
  const isSwapped = judged.filter(({ mark }) => mark === 'wrong').length >= swappedFrom
  let next = 0
  return new Set(
    marks.flatMap((mark, turn) => {
      while (next < judged.length && (judged[next]?.turn ?? 0) < turn) next += 1
      const around = [judged[next - 1], judged[next]].flatMap((one) => one?.mark ?? [])
      const isBetween = mark === 'open' && isSwapped && around.every((one) => one === 'wrong')
      return mark === 'wrong' || isBetween ? [turn] : []
    }),
  )
}
