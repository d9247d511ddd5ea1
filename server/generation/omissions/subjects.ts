import type { Field, Omission } from '../../../lib/contracts/index.ts'

type Kind = Omission['kind']

/** `words`: the field is narrower than its kind, so a statement is about it only if it contains one of these words. */
interface Subject {
  named: RegExp
  words?: RegExp
}

const medicines: Subject = {
  named:
    /(?<!\p{L})(?:medications?|medicines?|meds|drugs?(?! (?:use|abuse|history))|prescri\p{L}+|pills|tablets|dos(?:e|es|age|ing)|medicaci\p{L}+|medicament\p{L}+|f[áa]rmac\p{L}+|medikament\p{L}*|arznei\p{L}*|dosis|médicament\p{L}*|medicaç\p{L}+|remédios?|posolog\p{L}+)(?!\p{L})|薬|药|الأدوية|دواء/iu,
}
const anyRisk = /(?<!\p{L})(?:risks?|riesgos?|risiko|risques?|riscos?|rischi?o?)(?!\p{L})/iu

const subjects: Record<Kind, readonly Subject[]> = {
  risk: [
    { named: anyRisk },
    {
      named:
        /(?<!\p{L})(?:suicid\p{L}*|suizid\p{L}*|self[- ]?(?:harm|injur)\p{L}*|overdos\p{L}*|wish(?:es)? to (?:die|be dead)|c-?ssrs|autolesi\p{L}+|selbst(?:verletz|mord|gefährd)\p{L}*|automutila\p{L}+)(?!\p{L})|自殺|自杀|انتحار/iu,
    },
    {
      named: /(?<!\p{L})(?:homicid\p{L}*|harm(?:ing)? (?!sel(?:f|ves))(?:to )?\p{L}+)(?!\p{L})/iu,
      words:
        /(?<!\p{L})(?:kill|hurt|harm|stab|shoot|chok|strangl|smother|homicid|violen)\p{L}*(?!\p{L}| (?:my|him|her)self)/iu,
    },
  ],
  safety: [
    { named: anyRisk },
    { named: /(?<!\p{L})(?:safe|safety|crisis|seguridad|sicherheit|sécurité|segurança|sicurezza)(?!\p{L})/iu },
    {
      named: /(?<!\p{L})(?:firearms?|guns?|weapons?|armas?|waffen?|armes?|armi)(?!\p{L})/iu,
      words:
        /(?<!\p{L})(?:firearms?|guns?|rifles?|pistols?|shotguns?|revolvers?|weapons?|armas?|waffen?|armes?|armi)(?!\p{L})/iu,
    },
    {
      named: /(?<!\p{L})(?:abuse|violence|trauma)(?!\p{L})/iu,
      words:
        /(?<!\p{L})(?:abus|hit|beat|chok|push|shov|grabb|kick|slapp|punch|strangl|rape|molest|assault|threat|unsafe|afraid|scared)\p{L}*/iu,
    },
  ],
  allergy: [
    {
      named:
        /(?<!\p{L})(?:allerg\p{L}+|al[eé]rgi\p{L}+|intoleran\p{L}+|unverträglichkeit\p{L}*|adverse (?:drug )?reactions?|hypersensitiv\p{L}+)(?!\p{L})|アレルギー|过敏|حساسية/iu,
    },
  ],
  medication: [medicines],
  dose: [medicines],
  substance_use: [
    {
      named:
        /(?<!\p{L})(?:substances?|drug (?:use|abuse|history)|sustancias|suchtmittel|substanz\p{L}*|substâncias|sostanze)(?!\p{L})/iu,
    },
    {
      named: /(?<!\p{L})(?:alcohol|drink(?:s|ing)?|alkohol|alcool|álcool)(?!\p{L})/iu,
      words:
        /(?<!\p{L})(?:alcohol|wine|beer|vodka|whiskey|liquor|drunk|drank|drink|sober|hungover|alkohol|alcool|álcool)\p{L}*/iu,
    },
    {
      named:
        /(?<!\p{L})(?:tobacco|nicotine|smok(?:es?|ing)|cigarettes?|vap(?:es?|ing)|tabac\p{L}*|tabaqu\p{L}*)(?!\p{L})/iu,
      words: /(?<!\p{L})(?:tobacco|nicotine|smok|cigar|vap|pack|tabac|fum)\p{L}*/iu,
    },
    {
      named: /(?<!\p{L})(?:cannabis|marijuana|thc)(?!\p{L})/iu,
      words: /(?<!\p{L})(?:cannabis|marijuana|weed|thc|edible|gumm)\p{L}*/iu,
    },
  ],
  plan: [
    {
      named:
        /(?<!\p{L})(?:plan(?! of care)|recommendations?|next steps|plano|piano|vorgehen|empfehlung\p{L}*|recomendaci\p{L}+)(?!\p{L})|計画|计划|الخطة/iu,
    },
  ],
}

/** What is left out, or concerns relatives, does not say what the field is about. */
const notAsked =
  /(?<!\p{L})(?:not|never|without|except|exclud\p{L}+|omit|leave out|family|relatives?|familiares|familien\p{L}*|familial\p{L}*)(?!\p{L})/iu

/** A field about allergies to medicines does not ask for medicines. */
export function asksFor(
  { name, instructions = '' }: Pick<Field, 'name' | 'instructions'>,
  { kind, quote }: Pick<Omission, 'kind' | 'quote'>,
): boolean {
  const isMedicine = kind === 'medication' || kind === 'dose'
  if (isMedicine && subjects.allergy.some(({ named }) => named.test(name))) return false
  const fieldWords = [name, ...instructions.split(/[.;\n]/)].filter((words) => !notAsked.test(words)).join('\n')
  return subjects[kind].some(({ named, words }) => named.test(fieldWords) && (words === undefined || words.test(quote)))
}
