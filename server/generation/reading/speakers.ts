export { type LabelledTurn, type Role, readLabel } from '../../../lib/contracts/speaker-label.ts'
