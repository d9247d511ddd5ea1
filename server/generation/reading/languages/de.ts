import { addTens, hundredsOf, type Lexicon, list, type Words } from './lexicon.ts'

function words(): [Words, Words] {
  const low = list(
    'null ein|eins|eine|einen|einem|einer zwei|zwo drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  )
  addTens(low, list('zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig', 20, 10), '', (ten, unit) =>
    /^(?:ein|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun)$/.test(unit) ? `${unit}und${ten}` : `?${unit}`,
  )
  return [low, hundredsOf(low, new Map([[100, ['hundert', 'einhundert']]]), ['hundert'], 19)]
}

export const de: Lexicon = {
  frequent:
    'ich du wir ihr das dem den der die ein eine einen und ist nicht mit fur auf auch aber habe hat bin sind zu nur sich keine kein mir mich seit immer nie wenn dass nach bei noch schon sehr ja nein oder vom zum zur im etwa klientin patientin patient stunden tage wochen nehme nimmt sie er es gibt wird wie viele von in am um an bis vor ihre seine',
  numbers: {
    words,
    joints: ['', 'und'],
    halves: ['einhalb', 'undeinhalb'],
    others:
      'halb=0.5 halbe=0.5 halben=0.5 halbes=0.5 anderthalb=1.5 eineinhalb=1.5 dutzend=12 beide=2 doppelt=2 paar=2 siebte=7 siebten=7 siebter=7 achte=8 achten=8 achter=8',
    ordinals: 'erste|ersten|erster|erstes zweite|zweiten|zweiter|zweites dritte|dritten|dritter|drittes',
    thousands: ['tausend'],
  },
  relatives:
    'mutter|mama|vaters?|papa|br[uü]ders?|schwestern?|sohn(?:es)?|söhne|t[oö]chter|(?:groß|schwieger|stief)(?:mutter|vater|sohn|tochter)|oma|opa|enkel(?:in|s|sohn|tochter)?|tante|onkels?|cousine?|neffen?|nichte|(?:ehe)?mann(?:es)?|(?:ehe)?frau|partner(?:in)?|lebensgefährt(?:e|in)|freund(?:in|es)?|mitbewohner(?:in)?|kolleg(?:en?|in)|chef(?:in|s)?|nachbar(?:in|n|s)?|schwager|schwägerin|lehrer(?:in)?|betreuer(?:in)?|pflegerin',
  titles: 'herrn?|frau|dr|doktor|prof|professor(?:in)?',
  negation: 'nicht|nie|niemals|kein(?:e[nmrs]?)?|nichts|niemand|ohne|verneint|weder|noch|nein',
  yes: 'ja|genau|stimmt|richtig|natürlich|sicher|doch',
  no: 'nein|nee|nie|niemals|gar nicht|überhaupt nicht|keine?',
  takenBack:
    'nein,? (?:moment|warten? sie|warte|entschuldigung|verzeihung|doch|es (?:sind|waren|ist|war)|nein)|moment|warten sie|entschuldigung|verzeihung|quatsch|ach nein|ich meine|besser gesagt|vielmehr|stimmt nicht|ich habe mich vertan',
  spans: { day: 'tage?n?', week: 'wochen?', month: 'monate?n?', year: 'jahre?n?' },
  feasts: [
    ['heiligabend', 12, 24],
    ['weihnachten', 12, 25],
    ['silvester', 12, 31],
    ['neujahr', 1, 1],
  ],
}
