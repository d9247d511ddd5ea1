import { Autocomplete, Button, Select, Stack, Text } from '@mantine/core'
import { type Condition, type Field, limits } from '../../../lib/contracts/index.ts'
import {
  addAnyValue,
  answersOf,
  type ConditionOperator,
  conditionOperator,
  conditionOperators,
  conditionProblems,
  defaultCondition,
  withOperator,
  withTarget,
  withValue,
} from '../../../lib/template/index.ts'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { ChipsInput } from './chips-input.tsx'
import classes from './field.module.css'
import type { AnyField } from './use-field-copy.ts'

const operatorNames: Record<ConditionOperator, string> = {
  equals: 'equals',
  contains: 'contains',
  contains_any: 'contains any of',
}
const operators = conditionOperators.map((value) => ({ value, label: operatorNames[value] }))

interface ConditionEditorProps {
  /** The edited copy of the field, with its original id, because other fields refer to that id. */
  field: AnyField
  fields: readonly Field[]
  onChange: (condition: Condition | undefined) => void
}

/**
 * Edits the condition of a field. The field is asked only if the answer of another field matches the condition (product
 * 3.4, 4.7).
 */
export function ConditionEditor({ field, fields, onChange }: ConditionEditorProps) {
  const { condition } = field
  if (condition === undefined) {
    const first = defaultCondition(field, fields)
    return (
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={first === undefined}
          onClick={() => onChange(first)}
        >
          Add a condition to this field
        </Button>
        {first === undefined && (
          <Text size="xs" c="dimmed" mt={4}>
            A condition depends on another field. First add another field to the template.
          </Text>
        )}
      </div>
    )
  }
  return <PresentCondition field={field} condition={condition} fields={fields} onChange={onChange} />
}

function PresentCondition({ field, condition, fields, onChange }: ConditionEditorProps & { condition: Condition }) {
  const others = fields.filter(({ id }) => id !== field.id)
  const target = others.find(({ id }) => id === condition.id)
  const fieldOptions = others.map(({ id, name }) => ({ value: id, label: name || id }))
  const targets = target
    ? fieldOptions
    : [...fieldOptions, { value: condition.id, label: `${condition.id}, not there` }]
  const answers = target === undefined ? [] : [...new Set(answersOf(target))]
  const present = fields.some(({ id }) => id === field.id)
  const all = present ? fields.map((each) => (each.id === field.id ? field : each)) : [...fields, field]
  const problem = conditionProblems(all).find(({ fieldId }) => fieldId === field.id)
  return (
    <fieldset className={classes.condition}>
      <legend>Condition</legend>
      <Stack gap="xs">
        <div className={classes.pair}>
          <Select
            label="Only if"
            data={targets}
            value={condition.id}
            allowDeselect={false}
            searchable={targets.length > 8}
            onChange={(id) => id !== null && onChange(withTarget(condition, id))}
          />
          <Select
            label="Answer"
            data={operators}
            value={conditionOperator(condition)}
            allowDeselect={false}
            onChange={(value) => {
              const operator = conditionOperators.find((each) => each === value)
              if (operator) onChange(withOperator(condition, operator))
            }}
          />
        </div>
        {'contains_any' in condition ? (
          <ChipsInput
            label="Values"
            placeholder='Type a value and press "+"'
            values={condition.contains_any}
            added={(values, text) => addAnyValue({ ...condition, contains_any: [...values] }, text).contains_any}
            onChange={(values) => onChange({ ...condition, contains_any: values })}
            suggestions={answers}
            maxLength={limits.nameMax}
          />
        ) : (
          <Autocomplete
            label="Value"
            placeholder={'equals' in condition ? 'Leave this empty if the other field must have no answer' : undefined}
            data={answers}
            maxLength={limits.instructionsMax}
            value={'equals' in condition ? condition.equals : condition.contains}
            onChange={(value) => onChange(withValue(condition, value))}
          />
        )}
        {problem && (
          <Notice tone={problem.level === 'error' ? 'bad' : 'look'} urgent>
            {problem.message}
          </Notice>
        )}
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onChange(undefined)}
          >
            Remove condition
          </Button>
        </div>
      </Stack>
    </fieldset>
  )
}
