export { layoutAccess } from './access.ts'
export { conditionHolds, meetsCondition } from './condition.ts'
export {
  addAnyValue,
  type ConditionOperator,
  conditionOperator,
  conditionOperators,
  conditionValues,
  defaultCondition,
  withOperator,
  withTarget,
  withValue,
} from './condition-edit.ts'
export { type ConditionProblem, conditionProblems } from './condition-problems.ts'
export { answersOf, convertField } from './convert.ts'
export { addOption, groupFrom, matchesSearch, withFormat } from './edit.ts'
export { checkFieldId, fieldIdFrom } from './field-id.ts'
export { addField, duplicateField, type Item, moveField, removeField, updateField } from './fields.ts'
export { templateFromQuestionnaire } from './import/questionnaire.ts'
export { type ReadTemplate, readQuestionnaire, readTemplate, writeTemplate } from './import/read-template.ts'
export { newField } from './make-field.ts'
export { withLanguage } from './note-languages.ts'
export { dependencyRounds } from './order.ts'
export { fillTemplateText, parseTemplateText, type Segment } from './placeholders.ts'
export type { TemplateProblem } from './problem.ts'
export {
  holdsScript,
  keyCount,
  keyMax,
  type TableProblem,
  tableProblems,
  templateProblems,
} from './problems.ts'
export { type LayoutContent, toField, toTemplate } from './to-template.ts'
