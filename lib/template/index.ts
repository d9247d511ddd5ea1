export { conditionHolds } from './condition.ts'
export { dependencyRounds } from './order.ts'
export { fillTemplateText, parseTemplateText, type Segment } from './placeholders.ts'
export { type LayoutContent, toField, toTemplate } from './to-template.ts'
