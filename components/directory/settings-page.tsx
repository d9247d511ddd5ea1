import { Button, Checkbox, Code, Group, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import type { DirectorySettings } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { useModelList } from '../template/use-model-list.ts'
import { Card } from '../ui/card.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { FailedFace, LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { ConsentList, ConsentSettings } from './consent-settings.tsx'
import { PanelSettingsCard } from './panel-settings.tsx'
import { PhoneSettings } from './phone-settings.tsx'
import classes from './settings-page.module.css'
import { settingsQuery } from './settings-query.ts'
import { signInWords } from './settings-words.ts'
import { StyleSettings } from './style-settings.tsx'
import { useDirectory } from './use-directory.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

const about =
  'These settings apply to everybody in the organisation. The server and the browser extension enforce these settings.'

export function SettingsPage() {
  const { client } = useSharedPorts()
  const { directoryId, may } = useDirectory()
  const { data, error, refetch } = useQuery(settingsQuery(client, directoryId))
  return (
    <Page title="Settings" about={about}>
      {error && !data ? (
        <FailedFace error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingCards count={4} height={96} />
      ) : (
        <SettingsForm key={directoryId} stored={data} readOnly={!may('directory.manage')} />
      )}
      {may('directory.manage') && <IdCard directoryId={directoryId} />}
      {may('audit.read') && <ConsentList key={`consents ${directoryId}`} directoryId={directoryId} />}
    </Page>
  )
}

function IdCard({ directoryId }: { directoryId: string }) {
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          Id of the organisation
        </Text>
        <Text size="sm" c="dimmed">
          The policy of your computers names it (directoryId), so that people work only in this organisation there.
        </Text>
        <Group gap="sm">
          <Code style={{ overflowWrap: 'anywhere' }}>{directoryId}</Code>
          <CopyText text={directoryId} label="Copy the id" size="sm" />
        </Group>
      </Stack>
    </Card>
  )
}

function SettingsForm({ stored: storedSettings, readOnly }: { stored: DirectorySettings; readOnly: boolean }) {
  const { directoryId } = useDirectory()
  const { base, draft, change, saving, ...settings } = useSettingsDraft(directoryId, storedSettings)
  const save = useRef<HTMLButtonElement>(null)
  // The button that loads the new settings disappears. Without a new focus, the Tab key would start at the top of the
  // page.
  useEffect(() => {
    if (settings.isMerged) save.current?.focus()
  }, [settings.isMerged])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={readOnly} className={classes.form}>
        {readOnly && <Notice tone="look">Only people who manage the organisation can change these settings.</Notice>}
        <Card>
          <Stack gap="sm">
            <Text component="h2" fw={650}>
              Signing in
            </Text>
            <Checkbox.Group
              label="Allowed ways to sign in"
              description="If you select nothing, every way that the server offers is allowed."
              value={draft.signInMethods}
              onChange={(methods) => change({ signInMethods: methods as DirectorySettings['signInMethods'] })}
            >
              <Stack gap="xs" mt="xs">
                {signInWords.map(({ value, label }) => (
                  <Checkbox key={value} value={value} label={label} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Checkbox
              label="Everybody needs two-step sign-in"
              description="If this is on, each sign-in also asks for a code."
              checked={draft.secondFactorRequired}
              onChange={(event) => change({ secondFactorRequired: event.currentTarget.checked })}
            />
          </Stack>
        </Card>
        <Card>
          <Stack gap="sm">
            <Text component="h2" fw={650}>
              Notes and sessions
            </Text>
            <Days
              label="Keep transcripts for"
              days={draft.retentionDays.transcripts}
              onDays={(transcripts) => change({ retentionDays: { ...draft.retentionDays, transcripts } })}
            />
            <Days
              label="Keep unsigned notes for"
              days={draft.retentionDays.outputs}
              onDays={(outputs) => change({ retentionDays: { ...draft.retentionDays, outputs } })}
            />
            <Models slots={draft.models} onSlots={(models) => change({ models })} />
            <Checkbox
              label="Members may share templates in this organisation"
              checked={draft.sharing.layouts}
              onChange={(event) => change({ sharing: { ...draft.sharing, layouts: event.currentTarget.checked } })}
            />
            <Checkbox
              label="Members with the permission “Read notes” may read all notes"
              checked={draft.sharing.reports}
              onChange={(event) => change({ sharing: { ...draft.sharing, reports: event.currentTarget.checked } })}
            />
          </Stack>
        </Card>
        <PhoneSettings countries={draft.phoneCountries} onCountries={(phoneCountries) => change({ phoneCountries })} />
        <PrivateWork
          isAllowed={draft.privateWork === true}
          onAllowed={(isAllowed) => change({ privateWork: isAllowed || undefined })}
        />
        <PanelSettingsCard key={base.allowedHosts.join()} settings={draft} onChange={change} />
        <StyleSettings
          key={JSON.stringify([base.style.forbidden, base.style.terms])}
          style={draft.style}
          onStyle={(style) => change({ style })}
        />
        <ConsentSettings consent={draft.consent} stored={base.consent} onConsent={(consent) => change({ consent })} />
        {settings.isBehind ? (
          <Notice
            tone="look"
            urgent
            title="Somebody else has changed the settings"
            action={
              <Button size="sm" variant="default" onClick={settings.takeNewer}>
                Load the new settings
              </Button>
            }
          >
            Your changes are not saved yet. Load the new settings first. Your changes stay in the form.
          </Notice>
        ) : saving.error ? (
          <Notice tone="bad" urgent>
            {sentenceOf(saving.error)}
          </Notice>
        ) : (
          settings.isMerged && (
            <Notice tone="look">
              The form shows the new settings together with your own changes, which are not saved yet. Read them, then
              save.
            </Notice>
          )
        )}
        {!readOnly && (
          <Button
            ref={save}
            type="submit"
            disabled={!settings.isChanged || settings.isBehind}
            loading={saving.isPending}
            style={{ alignSelf: 'flex-start' }}
          >
            Save the settings
          </Button>
        )}
      </fieldset>
    </form>
  )
}

function Days({ label, days, onDays }: { label: string; days: number | null; onDays: (days: number | null) => void }) {
  return (
    <NumberInput
      label={label}
      description="Number of days. If you leave this empty, there is no time limit."
      min={1}
      max={36_500}
      allowDecimal={false}
      maw={360}
      value={days ?? ''}
      onChange={(value) => onDays(typeof value === 'number' ? value : null)}
    />
  )
}

/** Decides if the rules of the organisation hold for private work of its members (product 12.105). */
function PrivateWork({ isAllowed, onAllowed }: { isAllowed: boolean; onAllowed: (isAllowed: boolean) => void }) {
  return (
    <Card>
      <Stack gap="sm">
        <Text component="h2" fw={650}>
          Private work
        </Text>
        <Checkbox
          label="Members may work privately without these rules"
          description="If this is off, the rules also hold while a member works without an organisation, or in an organisation without other members: consent, models, days, pages and licences."
          checked={isAllowed}
          onChange={(event) => onAllowed(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  )
}

function Models({ slots, onSlots }: { slots: number[]; onSlots: (slots: number[]) => void }) {
  const { data } = useModelList()
  if (!data || data.models.length < 2) return null
  return (
    <Checkbox.Group
      label="Models that may write notes"
      description="If you select no model, every model is allowed. If a field of a template uses a model that you did not select, the first selected model writes this field instead."
      value={slots.map(String)}
      onChange={(values) => onSlots(values.map(Number).sort((one, two) => one - two))}
    >
      <Stack gap="xs" mt="xs">
        {data.models.map(({ slot, name }) => (
          <Checkbox key={slot} value={String(slot)} label={`${slot}: ${name}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
