import { z } from 'zod'

const coding = z.object({
  system: z.string().optional(),
  version: z.string().optional(),
  code: z.string().optional(),
  display: z.string().optional(),
})

export interface QuestionnaireItem {
  linkId: string
  text?: string | undefined
  type: string
  repeats?: boolean | undefined
  answerConstraint?: string | undefined
  answerValueSet?: string | undefined
  answerOption?: z.infer<typeof answerOption>[] | undefined
  enableWhen?: z.infer<typeof enableWhen>[] | undefined
  enableBehavior?: string | undefined
  extension?: z.infer<typeof extension>[] | undefined
  item?: QuestionnaireItem[] | undefined
}

export const answerOption = z.object({
  valueCoding: coding.optional(),
  valueString: z.string().optional(),
  valueInteger: z.number().optional(),
  valueDate: z.string().optional(),
})

const enableWhen = z.object({
  question: z.string(),
  operator: z.string(),
  answerBoolean: z.boolean().optional(),
  answerCoding: coding.optional(),
  answerString: z.string().optional(),
  answerInteger: z.number().optional(),
  answerDecimal: z.number().optional(),
  answerDate: z.string().optional(),
})

const extension = z.object({
  url: z.string(),
  valueCodeableConcept: z.object({ coding: z.array(coding).optional() }).optional(),
})

const item: z.ZodType<QuestionnaireItem> = z.lazy(() =>
  z.object({
    linkId: z.string(),
    text: z.string().optional(),
    type: z.string(),
    repeats: z.boolean().optional(),
    answerConstraint: z.string().optional(),
    answerValueSet: z.string().optional(),
    answerOption: z.array(answerOption).optional(),
    enableWhen: z.array(enableWhen).optional(),
    enableBehavior: z.string().optional(),
    extension: z.array(extension).optional(),
    item: z.array(item).optional(),
  }),
)

export const questionnaire = z.object({
  resourceType: z.literal('Questionnaire'),
  url: z.string().optional(),
  version: z.string().optional(),
  title: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  item: z.array(item).optional(),
})
