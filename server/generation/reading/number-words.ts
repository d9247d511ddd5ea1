/** Languages whose number words can be read, as ISO 639-1 codes. English number words are read by `numbers.ts`. */
export const wordLanguages = ['es', 'de', 'fr', 'pt', 'it', 'ar'] as const
export type WordLanguage = (typeof wordLanguages)[number]

/**
 * Converts a word to the form of the tables in this file: lower case, without accents, hyphens and spaces. Arabic
 * letters that are often used for each other become the same letter.
 */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\u0640'’\s-]/gu, '')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')

/** The words of one language for 0 to 99, or for the hundreds, by their value. A number may have several words. */
type Words = Map<number, string[]>

const list = (text: string, from = 0, step = 1): Words =>
  new Map(text.split(/\s+/).map((words, index): [number, string[]] => [from + index * step, words.split('|')]))

/**
 * Adds number words to `words`: the tens, and the nine numbers after each ten. By default, a number after a ten is
 * written as the ten, `joint` and the unit, such as "treintayuno" for 31. `words` must already contain 1 to 9.
 */
function addTens(words: Words, tens: Words, joint: string, write = (ten: string, unit: string) => ten + joint + unit) {
  for (const [ten, names] of tens) {
    words.set(ten, names)
    for (let unit = 1; unit <= 9; unit++) {
      const written = names.flatMap((name) => (words.get(unit) ?? []).map((one) => write(name, one)))
      words.set(ten + unit, [...(words.get(ten + unit) ?? []), ...written])
    }
  }
  return words
}

function spanish(): [Words, Words] {
  const low = list(
    'cero un|uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiun|veintiuno|veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  )
  const hundreds = list(
    'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
    100,
    100,
  )
  return [addTens(low, list('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10), 'y'), hundreds]
}

function portuguese(): [Words, Words] {
  const low = list(
    'zero um|uma dois|duas tres quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove',
  )
  const hundreds = list(
    'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
    100,
    100,
  )
  return [addTens(low, list('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 20, 10), 'e'), hundreds]
}

function french(): [Words, Words] {
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
    low.set(70 + unit, [
      ...(low.get(70 + unit) ?? []),
      ...teens.map((one) => `soixante${unit === 1 ? 'et' : ''}${one}`),
    ])
    low.set(90 + unit, [...(low.get(90 + unit) ?? []), ...teens.map((one) => `quatrevingt${one}`)])
  }
  const hundreds: Words = new Map([[100, ['cent']]])
  for (let count = 2; count <= 9; count++)
    hundreds.set(
      count * 100,
      (low.get(count) ?? []).flatMap((one) => [`${one}cent`, `${one}cents`]),
    )
  return [low, hundreds]
}

function italian(): [Words, Words] {
  const low = list(
    'zero un|uno|una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  )
  addTens(low, list('venti trenta quaranta cinquanta sessanta settanta ottanta novanta', 20, 10), '', (ten, unit) =>
    /^[uo]/.test(unit) ? ten.slice(0, -1) + unit : ten + unit,
  )
  const hundreds: Words = new Map([[100, ['cento']]])
  for (let count = 2; count <= 9; count++)
    hundreds.set(
      count * 100,
      (low.get(count) ?? []).map((one) => `${one}cento`),
    )
  return [low, hundreds]
}

function german(): [Words, Words] {
  const low = list(
    'null ein|eins|eine|einen|einem|einer zwei|zwo drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  )
  addTens(low, list('zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig', 20, 10), '', (ten, unit) =>
    /^(?:ein|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun)$/.test(unit) ? `${unit}und${ten}` : `?${unit}`,
  )
  const hundreds: Words = new Map([[100, ['hundert', 'einhundert']]])
  for (let count = 2; count <= 19; count++)
    if (count !== 10)
      hundreds.set(
        count * 100,
        (low.get(count) ?? []).map((one) => `${one}hundert`),
      )
  return [low, hundreds]
}

function arabic(): [Words, Words] {
  const low = list(
    'صفر واحد|واحده اثنان|اثنين|اثنتان|اثنتين|مرتين|يومين|ساعتين|اسبوعين|شهرين|سنتين|عامين|حبتين|ليلتين|كوبين|كاسين ثلاث|ثلاثه اربع|اربعه خمس|خمسه ست|سته سبع|سبعه ثمان|ثماني|ثمانيه تسع|تسعه عشر|عشره احدعشر|احديعشره اثناعشر|اثنيعشر|اثنتاعشره|اثنتيعشره',
  )
  for (let unit = 3; unit <= 9; unit++)
    low.set(
      10 + unit,
      (low.get(unit) ?? []).flatMap((one) => [`${one}عشر`, `${one}عشره`]),
    )
  addTens(
    low,
    list('عشرون|عشرين ثلاثون|ثلاثين اربعون|اربعين خمسون|خمسين ستون|ستين سبعون|سبعين ثمانون|ثمانين تسعون|تسعين', 20, 10),
    '',
    (ten, unit) => `${unit}و${ten}`,
  )
  const hundreds: Words = new Map([
    [100, ['مئه', 'مائه', 'ميه']],
    [200, ['مئتان', 'مئتين', 'مائتان', 'مائتين']],
  ])
  for (let count = 3; count <= 9; count++)
    hundreds.set(
      count * 100,
      (low.get(count) ?? []).flatMap((one) => [`${one}مئه`, `${one}مائه`, `${one}ميه`]),
    )
  return [low, hundreds]
}

/**
 * The words that may stand between the parts of one number, such as "e" in "cento e vinte" and "y" in "treinta y uno".
 */
const joints: Record<WordLanguage, string[]> = {
  es: ['', 'y'],
  pt: ['', 'e'],
  fr: ['', 'et'],
  it: ['', 'e'],
  de: ['', 'und'],
  ar: ['و', ''],
}

/** The words with which a language adds a half to a number. */
const halves: Record<WordLanguage, string[]> = {
  es: ['ymedia', 'ymedio'],
  pt: ['emeia', 'emeio'],
  fr: ['etdemi', 'etdemie'],
  it: ['emezza', 'emezzo'],
  de: ['einhalb', 'undeinhalb'],
  ar: ['ونصف', 'ونص'],
}

/** The words that add a half to a number, of all languages. */
export const halfWords: ReadonlySet<string> = new Set(Object.values(halves).flat())

/** Other words with a numeric value, by language. */
const others: Record<WordLanguage, [string, number][]> = {
  es: [
    ['medio', 0.5],
    ['media', 0.5],
    ['docena', 12],
    ['ambos', 2],
    ['ambas', 2],
    ['par', 2],
    ['doble', 2],
    ['quincena', 15],
  ],
  pt: [
    ['meio', 0.5],
    ['meia', 0.5],
    ['duzia', 12],
    ['ambos', 2],
    ['ambas', 2],
    ['par', 2],
    ['dobro', 2],
    ['quinzena', 15],
  ],
  fr: [
    ['demi', 0.5],
    ['demie', 0.5],
    ['douzaine', 12],
    ['dizaine', 10],
    ['vingtaine', 20],
    ['double', 2],
    ['quinzaine', 15],
  ],
  it: [
    ['mezzo', 0.5],
    ['mezza', 0.5],
    ['dozzina', 12],
    ['decina', 10],
    ['entrambi', 2],
    ['doppio', 2],
    ['paio', 2],
    ['ventina', 20],
  ],
  de: [
    ['halb', 0.5],
    ['halbe', 0.5],
    ['halben', 0.5],
    ['halbes', 0.5],
    ['anderthalb', 1.5],
    ['eineinhalb', 1.5],
    ['dutzend', 12],
    ['beide', 2],
    ['doppelt', 2],
    ['paar', 2],
  ],
  ar: [
    ['نصف', 0.5],
    ['نص', 0.5],
    ['دزينه', 12],
  ],
}

const ordinals: Record<WordLanguage, string> = {
  es: 'primer|primero|primera segundo|segunda tercer|tercero|tercera cuarto|cuarta quinto|quinta sexto|sexta septimo|septima octavo|octava noveno|novena decimo|decima',
  pt: 'primeiro|primeira segundo|segunda terceiro|terceira quarto|quarta quinto|quinta sexto|sexta setimo|setima oitavo|oitava nono|nona decimo|decima',
  fr: 'premier|premiere deuxieme|second|seconde troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme',
  it: 'primo|prima secondo|seconda terzo|terza quarto|quarta quinto|quinta sesto|sesta settimo|settima ottavo|ottava nono|nona decimo|decima',
  de: 'erste|ersten|erster|erstes zweite|zweiten|zweiter|zweites dritte|dritten|dritter|drittes',
  ar: 'اول|الاول|الاولي ثاني|الثاني|الثانيه ثالث|الثالث|الثالثه رابع|الرابع|الرابعه خامس|الخامس|الخامسه سادس|السادس|السادسه سابع|السابع|السابعه ثامن|الثامن|الثامنه تاسع|التاسع|التاسعه عاشر|العاشر|العاشره',
}

function tableOf(language: WordLanguage): Map<string, number> {
  const [low, hundreds] = {
    es: spanish,
    pt: portuguese,
    fr: french,
    it: italian,
    de: german,
    ar: arabic,
  }[language]()
  const table = new Map<string, number>()
  const add = (word: string, value: number) => {
    if (!table.has(word) && !word.includes('?')) table.set(word, value)
  }
  for (const [value, words] of low) for (const word of words) add(word, value)
  for (const [value, words] of hundreds)
    for (const word of words) {
      add(word, value)
      for (const [rest, names] of low)
        if (rest > 0)
          for (const name of names) for (const joint of joints[language]) add(word + joint + name, value + rest)
    }
  for (let value = 1; value <= 30; value++)
    for (const word of low.get(value) ?? []) for (const half of halves[language]) add(word + half, value + 0.5)
  for (const [word, value] of others[language]) add(word, value)
  for (const [value, words] of list(ordinals[language], 1)) for (const word of words) add(word, value)
  if (language === 'de')
    for (const [value, words] of low)
      for (const word of words) {
        add(`${word}mal`, value)
        for (const end of ['te', 'ten', 'ter', 'tes']) add(`${word}${value < 20 ? '' : 's'}${end}`, value)
      }
  return table
}

const thousands: Record<WordLanguage, readonly string[]> = {
  es: ['mil'],
  pt: ['mil'],
  fr: ['mille', 'mil'],
  it: ['mille', 'mila'],
  de: ['tausend'],
  ar: ['الف', 'الاف'],
}

const tables = new Map<WordLanguage, Map<string, number>>()

/** Returns the words of a language for the numbers from 0 to 999 (German: 1999), in the form of `plainLetters`. */
export function numberTable(language: WordLanguage): ReadonlyMap<string, number> {
  const known = tables.get(language) ?? tableOf(language)
  tables.set(language, known)
  return known
}

/** Returns the words of a language for a thousand. */
export const thousandWords = (language: WordLanguage): readonly string[] => thousands[language]

/** The single words that join the parts of a number, such as "y" and "und". They never begin or end a number. */
export const jointWords: ReadonlySet<string> = new Set(['y', 'e', 'et', 'und', 'و'])
