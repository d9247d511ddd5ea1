import type { Field, Omission } from '../../../lib/contracts/index.ts'

type Kind = Omission['kind']

const medicines =
  /(?<!\p{L})(?:medications?|medicines?|meds|drugs?(?! (?:use|abuse|history))|prescri\p{L}+|pills|tablets|dos(?:e|es|age|ing)|medicaci\p{L}+|medicament\p{L}+|f[áa]rmac\p{L}+|medikament\p{L}*|arznei\p{L}*|dosis|médicament\p{L}*|medicaç\p{L}+|remédios?|posolog\p{L}+)(?!\p{L})|薬|药|الأدوية|دواء/iu

/** For each kind of omission: what the name or the instructions of a field contain if the field is about this kind. */
const subjects: Record<Kind, RegExp> = {
  risk: /(?<!\p{L})(?:risks?|suicid\p{L}*|suizid\p{L}*|self[- ]?(?:harm|injur)\p{L}*|homicid\p{L}*|harm(?:ing)? (?:(?:to )?(?:self|others?|him|her|them)\p{L}*)|overdos\p{L}*|wish(?:es)? to (?:die|be dead)|c-?ssrs|riesgos?|autolesi\p{L}+|risiko|selbst(?:verletz|mord|gefährd)\p{L}*|risques?|automutilation|riscos?|automutila\p{L}+|rischi?o?|自殺|自杀|انتحار)(?!\p{L})/iu,
  safety:
    /(?<!\p{L})(?:risks?|safe|safety|firearms?|guns?|weapons?|abuse(?! of)|violence|crisis|seguridad|sicherheit|sécurité|segurança|sicurezza)(?!\p{L})/iu,
  allergy:
    /(?<!\p{L})(?:allerg\p{L}+|al[eé]rgi\p{L}+|intoleran\p{L}+|unverträglichkeit\p{L}*|adverse (?:drug )?reactions?|hypersensitiv\p{L}+)(?!\p{L})|アレルギー|过敏|حساسية/iu,
  medication: medicines,
  dose: medicines,
  substance_use:
    /(?<!\p{L})(?:substances?|drug (?:use|abuse|history)|drugs and alcohol|alcohol and (?:other )?drugs|sustancias|suchtmittel|substanz\p{L}*|substâncias|sostanze)(?!\p{L})/iu,
  plan: /(?<!\p{L})(?:plan(?! of care)|recommendations?|next steps|plano|piano|vorgehen|empfehlung\p{L}*|recomendaci\p{L}+)(?!\p{L})|計画|计划|الخطة/iu,
}

/** Matches what is left out of a note or concerns relatives. Such words do not say what the field is about. */
const notAsked =
  /(?<!\p{L})(?:not|never|without|except|exclud\p{L}+|omit|leave out|family|relatives?|familiares|familien\p{L}*|familial\p{L}*)(?!\p{L})/iu

/**
 * Returns the kinds of statements that a field is about, by its name and its instructions. A field about allergies to
 * medicines is not about medicines.
 */
export function kindsOf({ name, instructions = '' }: Pick<Field, 'name' | 'instructions'>): ReadonlySet<Kind> {
  const asked = [name, ...instructions.split(/[.;\n]/)].filter((words) => !notAsked.test(words)).join('\n')
  const kinds = new Set((Object.keys(subjects) as Kind[]).filter((kind) => subjects[kind].test(asked)))
  if (subjects.allergy.test(name)) for (const kind of ['medication', 'dose'] as const) kinds.delete(kind)
  return kinds
}
