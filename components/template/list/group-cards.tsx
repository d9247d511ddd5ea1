import { SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { IconFolder } from '../../ui/icons.ts'
import classes from './group-cards.module.css'

interface GroupCardProps {
  title: string
  count: number
  onOpen: () => void
}

/** One group of templates (product 2.30). */
function GroupCard({ title, count, onOpen }: GroupCardProps) {
  return (
    <UnstyledButton className={classes.card} onClick={onOpen}>
      <IconFolder size={18} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <Text component="span" fw={650} lineClamp={1} display="block">
          {title}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          {count === 1 ? '1 template' : `${count} templates`}
        </Text>
      </span>
    </UnstyledButton>
  )
}

interface GroupCardsProps {
  groups: readonly { name: string; count: number }[]
  onOpen: (name: string) => void
}

/** Cards for the groups of templates, above the list of templates. A click on a card opens its group. */
export function GroupCards({ groups, onOpen }: GroupCardsProps) {
  if (groups.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" verticalSpacing="xs" role="group" aria-label="Groups">
      {groups.map(({ name, count }) => (
        <GroupCard key={name} title={name} count={count} onOpen={() => onOpen(name)} />
      ))}
    </SimpleGrid>
  )
}
