import { dose, medicine } from './medicines.ts'

const partsMax = 40

export interface Part {
  from: number
  to: number
}

const joints = [',', ' and ', ' then ', ' plus ']

/** Splits a sentence into its medicines: "lisinopril ten milligrams" and "metformin five hundred twice a day". */
export function medicineParts(low: string): Part[] {
  const nameMatches = [...low.matchAll(medicine)].map(({ index, 0: text }) => ({
    at: index,
    end: index + text.length,
    isDose: false,
  }))
  const dosed = [...low.matchAll(dose)].map(({ index, 0: text }) => ({
    at: index,
    end: index + text.length,
    isDose: true,
  }))
  const marks = [...nameMatches, ...dosed].sort((a, b) => a.at - b.at).slice(0, partsMax)
  const cuts = [0]
  let present = { name: false, dose: false }
  for (const [index, { at, isDose }] of marks.entries()) {
    const previousMark = marks[index - 1]
    if (previousMark !== undefined && (isDose ? present.dose : present.name)) {
      const between = low.slice(previousMark.end, at)
      const joint = Math.max(...joints.map((words) => between.lastIndexOf(words)))
      // Two amounts of one medicine stay together: "ten milligrams, two tablets a day".
      if (!(isDose && (joint < 0 || /^(?:,| and)? ?$/.test(between)))) {
        cuts.push(joint < 0 ? at : previousMark.end + joint)
        present = { name: false, dose: false }
      }
    }
    present = { name: present.name || !isDose, dose: present.dose || isDose }
  }
  return cuts.map((from, index) => ({ from, to: cuts[index + 1] ?? low.length }))
}
