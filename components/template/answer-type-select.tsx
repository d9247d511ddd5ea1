import { Select } from '@mantine/core'
import { type FieldType, fieldTypes } from '../../lib/contracts/field.ts'
import { answerTypeNames, answerTypes, moreAnswerTypes } from './answer-types.ts'

const item = (type: FieldType) => ({ value: type, label: answerTypeNames[type] })
const data = [...answerTypes.map(item), { group: 'More', items: moreAnswerTypes.map(item) }]

interface AnswerTypeSelectProps {
  label?: string
  value: FieldType
  onChange: (type: FieldType) => void
}

/** Selects the answer type of a field: seven types, and four more under "More" (product 2.5). */
export function AnswerTypeSelect({ label = 'Field type', value, onChange }: AnswerTypeSelectProps) {
  return (
    <Select
      label={label}
      data={data}
      value={value}
      allowDeselect={false}
      onChange={(value) => {
        const type = fieldTypes.find((each) => each === value)
        if (type) onChange(type)
      }}
      maxDropdownHeight={360}
    />
  )
}
