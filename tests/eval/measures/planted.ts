import { measurePlanted, plantedLanguages } from '../../generation/planted/plant.ts'
import { measureTwins, twinLanguages } from '../../generation/planted/twins.ts'

/**
 * Measures the literal check in nine languages: correct answers that are flagged, and planted errors that are caught;
 * for all sessions, and for those that nobody read while the rules were written (`heldOut`).
 */
export const plantedFigures = () => ({
  planted: Object.fromEntries(
    plantedLanguages.map((language) => [
      language,
      { all: measurePlanted(language, 'all'), heldOut: measurePlanted(language, 'heldOut') },
    ]),
  ),
  answers: Object.fromEntries(twinLanguages.map((language) => [language, measureTwins(language)])),
})

/** Returns the figures as rows of a table. */
export function plantedRows({ planted, answers }: ReturnType<typeof plantedFigures>) {
  const share = ({ caught, planted: all }: { caught: number; planted: number }) => `${caught} of ${all}`
  return [
    ...Object.entries(planted).map(([language, { all }]) => ({
      language,
      'correct, flagged': `${all.flagged.length} of ${all.answers}`,
      ...Object.fromEntries(Object.entries(all.kinds).map(([kind, tally]) => [kind, share(tally)])),
      'said of another thing': share(all.elsewhere),
    })),
    ...Object.entries(answers).map(([language, { correct, flagged, errors, caught }]) => ({
      language: `${language}, answers of all kinds`,
      'correct, flagged': `${flagged.length} of ${correct}`,
      'dose, number, date, medicine, name': `${caught} of ${errors}`,
    })),
  ]
}
