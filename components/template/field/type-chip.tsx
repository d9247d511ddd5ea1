import { Menu, UnstyledButton } from '@mantine/core'
import { type FieldType, fieldTypes } from '../../../lib/contracts/index.ts'
import { IconChevronDown } from '../../ui/icons.ts'
import { answerTypeNames, answerTypes, moreAnswerTypes } from '../answer-types.ts'
import classes from './field.module.css'

interface TypeChipProps {
  type: FieldType
  onChange: (type: FieldType) => void
}

export function TypeChip({ type, onChange }: TypeChipProps) {
  const item = (each: FieldType) => (
    <Menu.RadioItem key={each} value={each}>
      {answerTypeNames[each]}
    </Menu.RadioItem>
  )
  return (
    <Menu position="bottom-start" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.type} aria-label={`Answer type: ${answerTypeNames[type]}`}>
          {answerTypeNames[type]}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Answer type">
        <Menu.RadioGroup
          value={type}
          onChange={(value) => {
            const newType = fieldTypes.find((each) => each === value)
            if (newType) onChange(newType)
          }}
        >
          {answerTypes.map(item)}
          <Menu.Label>More</Menu.Label>
          {moreAnswerTypes.map(item)}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
