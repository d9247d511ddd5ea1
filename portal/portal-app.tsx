import { AppShell, Box, Burger, Button, Drawer, Group, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { AccountState } from '../components/account/port.ts'
import { SignIn } from '../components/account/sign-in.tsx'
import { useAccount } from '../components/account/use-account.ts'
import { useDirectories } from '../components/account/use-directories.ts'
import { useInvitations } from '../components/account/use-invitations.ts'
import { ContinueAs } from '../components/admin/continue-as.tsx'
import { useAccessInvites, useOwnAccess } from '../components/developer/use-access.ts'
import { Banners } from '../components/panel/banners.tsx'
import { ServerProvider } from '../components/panel/reachability.tsx'
import { SharedPortsProvider, useSharedPorts } from '../components/ports.tsx'
import { useSubscribed } from '../components/subscribable.ts'
import { ErrorBoundary } from '../components/ui/error-boundary.tsx'
import { FailedFace, LoadingCards } from '../components/ui/faces.tsx'
import { sentenceOf } from '../components/ui/failure.ts'
import { Logo } from '../components/ui/logo.tsx'
import { Look } from '../components/ui/look.tsx'
import { PlaceBadges } from '../components/ui/place-badges.tsx'
import { removeToasts, toast } from '../components/ui/toast.ts'
import { clientWithin } from '../lib/api/client-within.ts'
import { Navigation } from './navigation.tsx'
import { pages } from './pages.ts'
import classes from './portal-app.module.css'
import type { PortalPorts } from './ports.ts'

const InboxPage = lazy(async () => ({ default: (await import('../components/admin/inbox-page.tsx')).InboxPage }))
const unknown: AccountState = { status: 'unknown' }

export function PortalApp({ ports }: { ports: PortalPorts }) {
  return (
    <Look settings={ports.settings}>
      <SharedPortsProvider ports={ports}>
        <ContinueAs value={ports.continueAs}>
          <Router hook={useHashLocation}>
            <Gate ports={ports} />
          </Router>
        </ContinueAs>
      </SharedPortsProvider>
    </Look>
  )
}

/**
 * Shows the sign-in or the pages. Each account gets a new cache and a new client, so that nobody sees data of the person
 * before, and no call that a page of that person has prepared is made for another one. When the account changes, running
 * calls are aborted and late answers are ignored: a late answer must not act for the next person.
 */
function Gate({ ports }: { ports: PortalPorts }) {
  const account = useSubscribed(ports.account, unknown)
  const [location] = useLocation()
  const accountName = account.status === 'signed-in' ? (account.account ?? null) : null
  const { own: accountPorts, leave } = useMemo(() => {
    if (accountName === null) return { own: ports, leave: () => {} }
    const life = new AbortController()
    const client = clientWithin(ports.clientOf(accountName), life.signal)
    const leave = () => {
      life.abort()
      removeToasts()
    }
    return { own: { ...ports, client }, leave }
  }, [ports, accountName])
  // A layout effect runs before the next paint, so that no message about the former account is visible.
  useLayoutEffect(() => leave, [leave])
  // The inbox contains the codes for signing in, so it is shown to people who are not signed in.
  if (location === '/inbox') {
    return (
      <ServerProvider key="inbox">
        <Box p="md" maw={720} mx="auto" component="main">
          <Suspense fallback={<LoadingCards />}>
            <InboxPage />
          </Suspense>
        </Box>
      </ServerProvider>
    )
  }
  return (
    <SharedPortsProvider ports={accountPorts}>
      <ServerProvider key={accountName ?? account.status}>
        {account.status === 'unknown' && (
          <Box p="md" maw={720} mx="auto" component="main">
            <LoadingCards />
          </Box>
        )}
        {account.status === 'signed-out' && <SignIn {...account} />}
        {account.status === 'signed-in' && <SignedIn />}
      </ServerProvider>
    </SharedPortsProvider>
  )
}

function SignedIn() {
  const account = useAccount()
  const directories = useDirectories()
  const [ownAccess, invites] = [useOwnAccess(), useAccessInvites()]
  const invitations = useInvitations()
  const [location] = useLocation()
  // The path of the page on which the menu was opened. When another page is chosen, the menu closes.
  const [menuOn, setMenuOn] = useState<string | null>(null)
  const isMenuOpen = menuOn === location
  const [startState, setStartState] = useState({ location, moved: false })
  if (location !== startState.location) setStartState({ location, moved: true })
  const error = account.error ?? directories.error
  // If the lists of developer organisations or invitations cannot be loaded, the other pages must still work.
  const access = ownAccess.items.length > 0 ? 'member' : (invites.data?.items.length ?? 0) > 0 ? 'invited' : 'none'
  // A page for developers that is opened by its address must wait until these lists are loaded. Otherwise the portal
  // would redirect the person to another page.
  const isKnown = !location.startsWith('/developers') || !(ownAccess.isPending || invites.isPending)
  const who =
    account.data && directories.data && isKnown
      ? ({ account: account.data, directory: directories.directory, access } as const)
      : null
  const visiblePages = who === null ? [] : pages.filter(({ isFor }) => isFor(who))
  const badges = {
    '/organisation': invitations.data?.items.length ?? 0,
    '/developers': invites.data?.items.length ?? 0,
  }
  const navigation = (
    <PlaceBadges value={badges}>
      <Navigation pages={visiblePages} />
    </PlaceBadges>
  )
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 768, collapsed: { mobile: true } }}
      padding="md"
      // The layout only changes with the width of the window. A transition would slide the page below the navigation.
      transitionDuration={0}
    >
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              className={classes.narrow}
              opened={isMenuOpen}
              onClick={() => setMenuOn(location)}
              size="sm"
              aria-label="Open the menu"
            />
            <Logo />
            <Text fw={650} truncate>
              {directories.directory?.name ?? 'Chartside'}
            </Text>
          </Group>
          <SignedInAs email={account.data?.email ?? ''} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes.wide}>
        {navigation}
      </AppShell.Navbar>
      <Drawer
        opened={isMenuOpen}
        onClose={() => setMenuOn(null)}
        // If another page was chosen, the focus goes to the title of that page and not back to the menu button.
        returnFocus={isMenuOpen || menuOn === null}
        title="Menu"
        size={280}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        {navigation}
      </Drawer>
      <AppShell.Main>
        <div className={classes.notices}>
          <Banners />
        </div>
        <ErrorBoundary resetKey={location}>
          <Suspense fallback={<LoadingCards />}>
            {who === null ? (
              error ? (
                <FailedFace
                  error={error}
                  onRetry={() => {
                    void account.refetch()
                    void directories.refetch()
                  }}
                />
              ) : (
                <LoadingCards />
              )
            ) : (
              <>
                <FocusTitle key={location} isFirst={!startState.moved} />
                <Switch>
                  {visiblePages.map(({ path, Page }) => (
                    <Route key={path} path={path}>
                      <Page />
                    </Route>
                  ))}
                  <Route>
                    <Redirect to="/" />
                  </Route>
                </Switch>
              </>
            )}
          </Suspense>
        </ErrorBoundary>
      </AppShell.Main>
    </AppShell>
  )
}

function SignedInAs({ email }: { email: string }) {
  const { account } = useSharedPorts()
  const leave = () => account.signOut().catch((error: unknown) => toast('error', sentenceOf(error)))
  return (
    <Group gap="sm" wrap="nowrap" flex="none">
      <Text c="dimmed" truncate maw={320} className={classes.email}>
        {email}
      </Text>
      <Button size="sm" variant="default" flex="none" onClick={leave}>
        Sign out
      </Button>
    </Group>
  )
}

/**
 * Moves the focus to the title of each page that is opened, so that screen readers announce the page. Must be rendered
 * in the same `Suspense` as the page: the effect then runs after the page was loaded.
 */
function FocusTitle({ isFirst }: { isFirst: boolean }) {
  useEffect(() => {
    if (!isFirst) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [isFirst])
  return null
}
