import { addTens, hundredsOf, type Lexicon, list, type Words } from './lexicon.ts'

function words(): [Words, Words] {
  const low = list(
    'zero un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf',
  )
  addTens(
    low,
    list(
      'vingt trente quarante cinquante soixante septante|soixantedix octante|huitante|quatrevingt|quatrevingts nonante|quatrevingtdix',
      20,
      10,
    ),
    '',
    (ten, unit) => (/^une?$/.test(unit) && ten !== 'quatrevingt' ? `${ten}et${unit}` : ten + unit),
  )
  for (let unit = 1; unit <= 9; unit++) {
    const teens = low.get(10 + unit) ?? []
    const seventies = teens.map((one) => `soixante${unit === 1 ? 'et' : ''}${one}`)
    low.set(70 + unit, [...(low.get(70 + unit) ?? []), ...seventies])
    low.set(90 + unit, [...(low.get(90 + unit) ?? []), ...teens.map((one) => `quatrevingt${one}`)])
  }
  return [low, hundredsOf(low, new Map([[100, ['cent']]]), ['cent', 'cents'])]
}

export const fr: Lexicon = {
  frequent:
    'je tu il elle nous vous ils du une suis est ai avec pas mais sur mes sa ses et qui depuis jamais toujours oui heures cest jai dort dors sont etait leur cette ces aux le la les des par pour dans patient patiente prend depuis jours semaines que un nuit de en au ne se son ta ton mon ma a fois apres sans',
  numbers: {
    words,
    joints: ['', 'et'],
    halves: ['etdemi', 'etdemie'],
    others:
      'demi=0.5 demie=0.5 douzaine=12 dizaine=10 vingtaine=20 trentaine=30 double=2 quinzaine=15 midi=12 minuit=24',
    ordinals:
      'premier|premiere deuxieme|second|seconde troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme',
    thousands: ['mille', 'mil'],
  },
  relatives:
    'm[eè]re|maman|p[eè]re|papa|fr[eè]res?|s(?:œ|oe)urs?|fils|filles?|grand-?(?:m[eè]re|p[eè]re)|petite?-(?:fils|fille)|oncles?|tantes?|cousine?s?|neveux?|ni[eè]ces?|[eé]pou(?:x|se)|mari|femme|compagnon|compagne|conjointe?|copain|copine|petite? amie?|amie?s?|coloc(?:ataire)?s?|coll[eè]gues?|chef|cheffe|voisine?s?|belle-?m[eè]re|beau-?p[eè]re|parraine?|marraine|professeure?|aide',
  titles: 'monsieur|madame|mademoiselle|mme|mlle|mr?|docteure?|dre?|professeure?|maître',
  negation: 'ne|pas|jamais|rien|aucune?|personne|sans|nie|ni|non',
  yes: 'oui|ouais|si|bien sûr|exact|exactement|tout à fait|voilà',
  no: 'non|jamais|pas du tout|aucune?|rien|pas vraiment',
  takenBack:
    "non,? (?:attends|attendez|pardon|d[eé]sol[eé]e?|enfin|non|c'est|c'[eé]tait)|attends|attendez|pardon|d[eé]sol[eé]e?|enfin non|enfin plut[oô]t|je veux dire|ou plut[oô]t|je me trompe",
  spans: { day: 'jours?', week: 'semaines?', month: 'mois', year: 'ans?|ann[eé]es?' },
  feasts: [
    ['no[eë]l', 12, 25],
    ['r[eé]veillon|saint-sylvestre', 12, 31],
    ["nouvel an|jour de l'an", 1, 1],
    ['la rentr[eé]e', 9, 1],
    ['quatorze juillet', 7, 14],
    ['toussaint', 11, 1],
  ],
}
