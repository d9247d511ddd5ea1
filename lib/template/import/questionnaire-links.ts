import type { z } from 'zod'
import { limits, type QuestionnaireAnswer } from '../../contracts/index.ts'
import type { answerOption, QuestionnaireItem } from './questionnaire-shape.ts'

export interface LinkedItem {
  item: QuestionnaireItem
  fieldId: string
  otherFieldId?: string
}

export const other = 'Other'

export function optionText({
  valueCoding,
  valueString,
  valueInteger,
  valueDate,
}: z.infer<typeof answerOption>): string {
  const number = valueInteger === undefined ? '' : String(valueInteger)
  const text = valueCoding?.display ?? valueCoding?.code ?? valueString ?? valueDate ?? number
  return text.trim().slice(0, limits.nameMax)
}

/**
 * Flattens the nested items of a Questionnaire to one list. Each entry has its nesting level and the field that answers
 * the item. `fieldIds`: the ids of the template's fields. If a Questionnaire has more questions than a template can have
 * fields, the entries of the last questions have no field.
 */
export function linksOf(
  items: readonly QuestionnaireItem[],
  linked: ReadonlyMap<string, LinkedItem>,
  fieldIds: ReadonlySet<string>,
  level = 0,
): QuestionnaireAnswer[] {
  return items
    .filter(({ type }) => type !== 'display')
    .flatMap((item) => {
      const { linkId, text, type } = item
      const { fieldId = '', otherFieldId = '' } = linked.get(linkId) ?? {}
      const options = (item.answerOption ?? []).map((each) => ({ text: optionText(each), ...each }))
      const details = {
        linkId,
        level,
        type,
        ...(text === undefined ? {} : { text }),
        ...(fieldIds.has(fieldId) ? { fieldId } : {}),
        ...(fieldIds.has(otherFieldId) ? { otherFieldId } : {}),
        ...(options.length === 0 ? {} : { options }),
      }
      return [details, ...linksOf(item.item ?? [], linked, fieldIds, level + 1)]
    })
}
