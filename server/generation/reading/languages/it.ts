import { addTens, hundredsOf, type Lexicon, list, type Words } from './lexicon.ts'

function words(): [Words, Words] {
  const low = list(
    'zero un|uno|una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  )
  addTens(low, list('venti trenta quaranta cinquanta sessanta settanta ottanta novanta', 20, 10), '', (ten, unit) =>
    /^[uo]/.test(unit) ? ten.slice(0, -1) + unit : ten + unit,
  )
  return [low, hundredsOf(low, new Map([[100, ['cento']]]), ['cento'])]
}

export const it: Lexicon = {
  frequent:
    'gli della delle che sono mio mia ho molto anche questo questa notte ore sempre mai ma il lo la i le di da un una e non con per del nel si ha giorni settimane anni volte paziente riferisce nega prende prendo dorme al alla dal quando dopo prima sua suo mi ci alle',
  numbers: {
    words,
    joints: ['', 'e'],
    halves: ['emezza', 'emezzo'],
    others:
      'mezzo=0.5 mezza=0.5 dozzina=12 decina=10 entrambi=2 doppio=2 paio=2 ventina=20 mezzogiorno=12 mezzanotte=24',
    ordinals:
      'primo|prima secondo|seconda terzo|terza quarto|quarta quinto|quinta sesto|sesta settimo|settima ottavo|ottava nono|nona decimo|decima',
    thousands: ['mille', 'mila'],
  },
  relatives:
    'madre|mamma|padre|pap[aà]|fratell[oi]|sorell[ae]|figli[oae]?|nonn[oaie]|nipot[ei]|zi[oaie]|cugin[oaie]|marito|moglie|compagn[oa]|fidanzat[oa]|amic[oahe]+|coinquilin[oa]|colleg[ahi]+|capo|capa|responsabile|vicin[oa]|suocer[oa]|cognat[oa]|padrino|madrina|professor(?:e|essa)|badante',
  titles: 'signora?|signorina|sig|dottor(?:e|essa)?|dott|don|professor(?:e|essa)?|prof',
  negation: 'non|mai|niente|nulla|nessun[oa]?|senza|nega|né|no',
  yes: 'sì|si|certo|esatto|giusto|certamente',
  no: 'no|mai|niente|nessun[oa]?|per niente',
  takenBack:
    'no,? (?:aspett[ai]|scus[ai]|mi scusi|no|anzi|sono|è|era|erano)|scus[ai]|mi scusi|aspett[ai]|anzi|volevo dire|voglio dire|cioè no|mi sbaglio|ho sbagliato',
  spans: { day: 'giorn[oi]', week: 'settiman[ae]', month: 'mes[ei]', year: 'ann[oi]' },
  feasts: [
    ['vigilia di natale', 12, 24],
    ['natale', 12, 25],
    ['capodanno', 1, 1],
    ['ferragosto', 8, 15],
    ['befana|epifania', 1, 6],
  ],
}
