const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Frequent English words that are not also words of the languages in `foreign`. */
const english = list(
  `the and of that this these with for from have has had she they you your his her their our not but because about what how when
  who there would could should been were are it's i'm i've i'd i'll don't doesn't didn't can't won't isn't wasn't my me we he
  him them which while where why yes yeah okay just then than into over after before during again every never always often
  sleeps sleep takes take reports denies feels lives works wants hours days weeks months years morning night week year today
  get got getting back out off up down still only some any much more most other another since until without through`,
)

/**
 * Frequent words of other languages that are not English words. Words that also occur in names of places and people are
 * in `alsoInNames`.
 */
const foreign = list(
  `que por para muy más mi su está estoy tengo tiene desde cuando como hace hacer todos también nunca siempre nada algo ya se lo una
  unas unos con sin pero porque y es son fue ser les nos días semana semanas años noche mañana horas veces duerme duermo toma tomo
  je tu il elle nous vous ils du une suis est ai avec pas mais sur mes sa ses et qui depuis jamais toujours oui heures c'est j'ai dort
  dors sont était leur leurs cette ces aux
  ich du wir ihr das dem ein eine einen einer eines und ist nicht mit für auf auch aber habe hat bin sind zu nur sich keine kein
  keinen mir mich seit immer nie wenn dass nach bei noch schon sehr ja nein oder vom zum zur im wieder etwa klientin patientin
  stunden tage wochen nehme nimmt
  gli della delle che sono mio mia ho molto anche questo questa notte ore sempre mai ma
  eu não você uma com muito meu minha estou tenho também noite nunca há mas
  ik je het een niet voor maar heb heeft mijn ook dat geen wel altijd nooit uur nee zijn
  nie się jest mam jestem bardzo tak jag och att det inte är jeg ikke bir ve için çok değil
  uno dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince veinte veinticinco treinta cuarenta cincuenta
  sesenta setenta ochenta noventa deux trois quatre cinq sept huit neuf onze douze treize quatorze quinze vingt trente quarante
  cinquante soixante eins zwei drei vier fünf sechs sieben acht neun zehn zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
  achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert anderthalb tre quattro cinque sette
  otto nove dieci venti trenta dois três quatro sete oito dez vinte trinta twee drie vijf zes zeven negen tien twintig`,
)
const alsoInNames = list('el la los las le de del den der van von di da du do em een y e san')

/** Words with an accent that are also used in English. */
const borrowed = list(
  'café cafés naïve naïveté fiancé fiancée résumé cliché clichés déjà protégé sauté touché façade jalapeño piñata décor über née',
)

const word = /\p{L}[\p{L}’'-]*/gu
const accented = /[\u00df-\u024f]/
const otherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/**
 * Returns true if a text is English, so that the rules for English can be used. Returns false if at least as many of
 * its known words are words of other languages. Returns null if no word can be recognised.
 */
export function isEnglish(text: string): boolean | null {
  let englishWords = 0
  let other = /[¿¡]/.test(text) ? 2 : 0
  for (const [found] of text.matchAll(word)) {
    const low = found.toLowerCase().replaceAll('’', "'")
    const small = /^\p{Ll}/u.test(found)
    if (found === 'I' || english.has(low)) englishWords++
    // A capitalised word of `alsoInNames` may be part of a name ("San Antonio", "Van Dyke"), so only lower-case words
    // count.
    else if (alsoInNames.has(low)) other += small ? 1 : 0
    else if (foreign.has(low) || otherScript.test(found)) other++
    else if (small && accented.test(found) && !borrowed.has(low)) other++
  }
  return englishWords === 0 && other === 0 ? null : englishWords > other
}
