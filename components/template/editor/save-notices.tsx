import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Template } from '../../../lib/contracts/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { differencesOf } from './differences.ts'
import classes from './template-editor.module.css'
import type { TemplateDraft } from './use-template-draft.ts'

/** At most this many problems are listed. Further ones appear at the next save. */
const problemsShown = 8

/** Messages about saving, each with one action. */
export function SaveNotices({ draft }: { draft: TemplateDraft }) {
  const { saveState, restored: isRestored, dirty, save, discard, template, takeNewer, keepMine } = draft
  switch (saveState.kind) {
    case 'failed':
      return (
        <Notice
          tone="bad"
          title="The template was not saved"
          urgent
          action={
            <Button size="sm" variant="default" onClick={() => void save()}>
              Try again
            </Button>
          }
        >
          {saveState.message} Your changes are still here.
        </Notice>
      )
    case 'problems':
      return (
        <Notice tone="look" title="Correct these problems, then save" urgent>
          <ul className={classes.problems}>
            {saveState.problems.slice(0, problemsShown).map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          {saveState.problems.length > problemsShown && `And ${saveState.problems.length - problemsShown} more.`}
        </Notice>
      )
    case 'changed':
      return (
        <ChangedNotice
          mine={template}
          newer={saveState.newer}
          onTake={() => takeNewer(saveState.newer)}
          onKeep={() => void keepMine()}
        />
      )
    default:
      return isRestored && dirty ? (
        <Notice
          tone="look"
          title="Your unsaved changes are back"
          action={
            <Button size="sm" variant="default" onClick={discard}>
              Discard them
            </Button>
          }
        >
          You closed the template without saving. Your changes were kept on this device.
        </Notice>
      ) : null
  }
}

interface ChangedProps {
  mine: Template
  newer: Template
  onTake: () => void
  onKeep: () => void
}

/**
 * Shown if another user saved the template first. The user can compare both versions and choose one. After the user has
 * chosen the version of the other user, undo restores the user's own version.
 */
function ChangedNotice({ mine, newer, onTake, onKeep }: ChangedProps) {
  const [comparing, setComparing] = useState(false)
  const close = () => setComparing(false)
  return (
    <>
      <Notice
        tone="look"
        title="Somebody else saved this template"
        urgent
        action={
          <Button size="sm" variant="default" onClick={() => setComparing(true)}>
            Compare
          </Button>
        }
      >
        Your changes are still here. Compare both versions, then choose one.
      </Notice>
      <Dialog opened={comparing} onClose={close} title="Two versions of this template" size="lg">
        <Stack>
          <ul className={classes.versions}>
            {differencesOf(mine, newer).map(({ where: place, mine, theirs }) => (
              <li key={place}>
                <Text fw={650}>{place}</Text>
                <dl className={classes.both}>
                  <div>
                    <Text component="dt" size="xs" c="dimmed">
                      Yours
                    </Text>
                    <dd>{mine}</dd>
                  </div>
                  <div>
                    <Text component="dt" size="xs" c="dimmed">
                      Theirs
                    </Text>
                    <dd>{theirs}</dd>
                  </div>
                </dl>
              </li>
            ))}
          </ul>
          <Text c="dimmed">
            “Keep mine” replaces the other person’s version with your version. “Take theirs” replaces your version with
            the other person’s version. Undo brings your version back.
          </Text>
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                close()
                onTake()
              }}
            >
              Take theirs
            </Button>
            <Button
              onClick={() => {
                close()
                onKeep()
              }}
            >
              Keep mine
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
