const stopWords = new Set(
  `a an the and or but of to in on at for with by from as is are was were be been being do does did have has had i you he she it we they me my
  your his her their our this that these those what which who how when where why not no yes any some so if then than there here can could will
  would should may about into out up down over just also very more most such only own same too s t don now client patient provider session visit
  field answer leave empty write said says say each every one row what's`.split(/\s+/),
)

/** A match that is too loose would rank the wrong sentence first, so words are shortened less than in `check`. */
export function contentStems(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]{2,}/g) ?? []
  return words
    .filter((word) => !stopWords.has(word))
    .map((word) => word.replace(/(?:ies|ing|ed|es|s|ly)$/, (end) => (end === 'ies' ? 'y' : '')))
}

const k1 = 1.2
const b = 0.75

const segments = new Intl.Segmenter(undefined, { granularity: 'word' })

/** `Intl.Segmenter` finds the words, because Japanese, Chinese and Thai have no spaces. */
export function rankingWords(text: string): string[] {
  if (!/[^\p{ASCII}]/u.test(text)) return contentStems(text)
  const words = [...segments.segment(text.normalize('NFKC'))].filter(({ isWordLike }) => isWordLike === true)
  return words.flatMap(({ segment }) => {
    const plain = segment.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
    return /^[a-z]+$/.test(plain) ? contentStems(plain) : [plain]
  })
}

/** Returns the BM25 score of each document for a query. Higher is better; 0 means that no word is shared. */
export function rank(query: string, documents: readonly string[], wordsOf = contentStems): number[] {
  const bags = documents.map(wordsOf)
  const queryStems = new Set(wordsOf(query))
  const meanLength = bags.reduce((sum, bag) => sum + bag.length, 0) / Math.max(1, bags.length) || 1
  const scores = bags.map(() => 0)
  for (const word of queryStems) {
    const holding = bags.filter((bag) => bag.includes(word)).length
    if (holding === 0) continue
    const weight = Math.log(1 + (bags.length - holding + 0.5) / (holding + 0.5))
    for (const [index, bag] of bags.entries()) {
      const count = bag.filter((stem) => stem === word).length
      const norm = count + k1 * (1 - b + (b * bag.length) / meanLength)
      scores[index] = (scores[index] ?? 0) + (weight * count * (k1 + 1)) / norm
    }
  }
  return scores
}
