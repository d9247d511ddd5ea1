import { Button, Group, Text } from '@mantine/core'
import type { DynamicField } from '../../../lib/contracts/index.ts'
import { IconInfoCircle } from '../../ui/icons.ts'
import classes from './field-list.module.css'
import { FieldRow, type RowEvents } from './field-row.tsx'
import { conditionWords } from './field-words.ts'

interface DynamicFieldsProps extends RowEvents {
  fields: readonly DynamicField[]
  chosenId: string | null
  menuId: string | null
  onInfo: () => void
  /** True if the host does not accept changes of dynamic fields. */
  fixed: boolean
}

/** The fields made from the page's form (product 2.21). They follow the order of the form and cannot be moved. */
export function DynamicFields({ fields, chosenId, menuId, onInfo, fixed: isFixed, onAct, onMenu }: DynamicFieldsProps) {
  const nameOf = (id: string) => fields.find((field) => field.id === id)?.name
  return (
    <section>
      <Group justify="space-between" mb="xs" gap={4}>
        <Text component="h2" fw={650}>
          Dynamic Fields
        </Text>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          rightSection={<IconInfoCircle size={16} aria-hidden />}
          onClick={onInfo}
        >
          from the form on the page
        </Button>
      </Group>
      <ul className={classes.list} aria-label="Dynamic Fields">
        {fields.map((field) => (
          <FieldRow
            key={field.id}
            field={field}
            condition={field.condition && conditionWords(field.condition, nameOf)}
            chosen={field.id === chosenId}
            menuOpened={field.id === menuId}
            fixed={isFixed}
            onAct={onAct}
            onMenu={onMenu}
          />
        ))}
      </ul>
    </section>
  )
}
