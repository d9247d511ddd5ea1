import type { Flag } from '../../../lib/contracts/index.ts'
import { onceFor, onceForEach } from '../once.ts'
import { calendarNames } from '../reading/calendar.ts'
import { isKnown, type KnownLanguage, lexicons } from '../reading/languages/index.ts'
import { namedMedicines } from '../reading/medicines.ts'
import { plainLetters } from '../reading/number-words.ts'
import { unsaidName } from './doubts.ts'
import { wasSaid } from './names.ts'
import { isGivenName, isNoteWord } from './openers.ts'
import type { PreparedSession } from './prepared-session.ts'

interface SpokenNames {
  /** Words that begin with a capital letter, or all words if the transcript has no capital letters. */
  words: ReadonlySet<string>
  text: string
  isLatin: boolean
}

const spokenNames = onceFor((prepared: PreparedSession): SpokenNames => {
  const { turns, context } = prepared.session
  const { patient, provider } = context
  const text = [...turns, patient?.name ?? '', provider?.name ?? ''].join('\n')
  const isCased = /\p{Ll},? \p{Lu}\p{Ll}/u.test(text)
  const pattern = isCased ? /\p{Lu}[\p{L}\p{M}'’-]*/gu : /\p{L}[\p{L}\p{M}'’-]*/gu
  const words = (text.match(pattern) ?? []).flatMap((word) => [word, ...word.split(/['’-]/)]).map(plainLetters)
  const isLatin = turns.some((_, turn) => /\p{Script=Latin}{3}/u.test(prepared.words(turn)))
  return { words: new Set(words), text, isLatin }
})

const beforeName = onceForEach((language: KnownLanguage) => {
  const { relatives, titles } = lexicons[language]
  const article = language === 'ar' ? 'و?' : ''
  return new RegExp(`(?<![\\p{L}\\p{M}])${article}(?:${relatives}|(${titles}))(?![\\p{L}\\p{M}])`, 'giu')
})

/** German nouns that may follow a relative without a comma: "Vater Diabetiker". They are no names. */
const germanNoun =
  /(?:ung|heit|keit|iker(?:in)?|ose|itis|ie|ion|infarkt|krebs|tum|ismus|kranke?r?|alter|jahre|schaft|pathie|leiden|ämie|om|em)$/

const capitalName =
  /^\.?,?\s{1,2}(\p{Lu}[\p{Ll}\p{M}'’]{1,}(?:-\p{Lu}\p{Ll}+)?)(?:\s(\p{Lu}[\p{Ll}\p{M}'’]{2,}(?:-\p{Lu}\p{Ll}+)?))?/u

function inLatin(text: string, language: KnownLanguage, sessionNames: SpokenNames): Flag[] {
  const ownLanguages = new Set<string>([language])
  return [...text.matchAll(beforeName(language))].flatMap(({ index, 0: match, 1: title }): Flag[] => {
    const end = index + match.length
    // A full stop after a relative or a long title ends the sentence.
    const isEnd = text[end] === '.' && (title === undefined || title.length > 4)
    const [, first = '', second = ''] = (isEnd ? null : capitalName.exec(text.slice(end, end + 60))) ?? []
    return (isGivenName(first) ? [first, second] : [first])
      .filter((name) => name !== '' && (title !== undefined || !isWord(name, language, ownLanguages)))
      .filter((name) => !wasSaid(name, sessionNames.words))
      .map(unsaidName)
  })
}

const isWord = (name: string, language: KnownLanguage, ownLanguages: ReadonlySet<string>): boolean =>
  (language === 'de' && germanNoun.test(name)) ||
  (language === 'en' && isNoteWord(name.toLowerCase()) && !isGivenName(name)) ||
  calendarNames(name, ownLanguages, true).length > 0 ||
  namedMedicines(name).length > 0

const japaneseRole =
  /(?:患者|看護師?|医師|主治|担当|本人|奥|旦那|母|父|姉|妹|兄|弟|娘|息子|孫|祖父|祖母|叔父|叔母|隣|皆|主人|先生|外来|当院|内科|外科|整形|精神科|相談員|上司|部下|同僚|友人)$/

const japaneseNamed = /([\p{Script=Han}\p{Script=Katakana}ー]{1,6})(?:さん|先生|医師|氏|くん|君|ちゃん|様)/gu

function inJapanese(text: string, { text: sessionText }: SpokenNames): Flag[] {
  return [...text.matchAll(japaneseNamed)].flatMap(({ 1: run = '' }) => {
    const name = run.replace(/^.*(?:科|病院|上司|同僚|友人|相談員|担任)/u, '')
    return name === '' || japaneseRole.test(name) || sessionText.includes(name) ? [] : [unsaidName(name)]
  })
}

const surnames = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
)
/** Signs that continue a Chinese sentence after a relative. A name does not begin with them. */
const notInName =
  /^[的是在有也都和跟与说从来去给帮住曾因患于很不没已会能要未及为对把被让叫做经常平时今明昨前后每周月日发则均无否身同照送带陪死去年既现目两三四五一二零就还]/u
const illness = /[病症压炎癌瘤糖梗塞郁虑痛伤毒瘫]/u

const chineseRole = /(?:主治|家庭|值班|心理|全科|社区|主管|急诊|专业|门诊|医院|主任|责任|班主任|专科)$/u

const chineseRelated = new RegExp(`(?:${lexicons.zh.relatives})(\\p{Script=Han}{2})(\\p{Script=Han}?)`, 'gu')
const chineseTitled = new RegExp(`(\\p{Script=Han}{1,5})(${lexicons.zh.titles})`, 'gu')

function inChinese(text: string, { text: sessionText }: SpokenNames): Flag[] {
  const related = [...text.matchAll(chineseRelated)]
    .filter(({ 1: name = '', 2: next = '' }) => !notInName.test(name) && !illness.test(name + next))
    .map(({ 1: name = '' }) => name)
    .filter((name) => !sessionText.includes(name))
  const titled = [...text.matchAll(chineseTitled)].flatMap(({ 1: run = '', 2: title = '' }) => {
    const rest = run.replace(/^.*(?:科|院|的|看|找|由|和|与|给|系|见|是|问)/u, '')
    const at = [...rest].findLastIndex((sign) => surnames.has(sign))
    const name = at >= 0 ? rest.slice(at) : rest.length === 2 || rest.length === 3 ? rest : ''
    const isSaid = name === '' || chineseRole.test(name) || sessionText.includes(name.length > 1 ? name : name + title)
    return isSaid ? [] : [name]
  })
  return [...new Set([...related, ...titled])].map(unsaidName)
}

const notArabicName =
  /^(?:[تين]\p{L}+|ال\p{L}+|كان\p{L}*|في|من|عند\p{L}*|مع|منذ|مصاب\p{L}*|على|عن|إلى|قبل|بعد|لا|لم|هو|هي|أن|و|أيضا|أيضاً|مريض\p{L}*|متوف\p{L}*)$/u

function inArabic(text: string, { text: sessionText }: SpokenNames): Flag[] {
  const spokenWords = new Set(
    (sessionText.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => [
      plainLetters(word),
      plainLetters(word).replace(/^[وبلف]/, ''),
    ]),
  )
  return [...text.matchAll(beforeName('ar'))].flatMap(({ index, 0: match }) => {
    const name = /^\s(\p{L}[\p{L}\p{M}]+)/u.exec(text.slice(index + match.length, index + match.length + 30))?.[1] ?? ''
    return name === '' || notArabicName.test(name) || spokenWords.has(plainLetters(name)) ? [] : [unsaidName(name)]
  })
}

/** Flags the names after a relative or a title that nobody said (severity 2). */
export function unsaidPeople(text: string, languages: ReadonlySet<string>, prepared: PreparedSession): Flag[] {
  const sessionNames = spokenNames(prepared)
  return [...languages].filter(isKnown).flatMap((language) => {
    if (language === 'ja')
      return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sessionNames.text) ? inJapanese(text, sessionNames) : []
    if (language === 'zh') return /\p{Script=Han}/u.test(sessionNames.text) ? inChinese(text, sessionNames) : []
    if (language === 'ar') return /\p{Script=Arabic}/u.test(sessionNames.text) ? inArabic(text, sessionNames) : []
    return sessionNames.isLatin ? inLatin(text, language, sessionNames) : []
  })
}
