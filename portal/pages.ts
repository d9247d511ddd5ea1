import { type ComponentType, lazy } from 'react'
import type { Account, Directory } from '../lib/contracts/index.ts'

interface PortalPage {
  path: `/${string}`
  label: string
  group: 'You' | 'Organisation' | 'Developers' | 'Administration'
  Page: ComponentType
  /** True if this person can use the page. The server checks every call again. */
  isFor: (who: Who) => boolean
}

export interface Who {
  account: Account
  directory: Directory | undefined
  access: 'member' | 'invited' | 'none'
}

const everybody = () => true
const inDirectory = ({ directory }: Who) => directory !== undefined
const developers = ({ access }: Who) => access === 'member'
const administrators = ({ account }: Who) => account.admin && account.actingAdministrator !== true

const lazyPage = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

export const pages: readonly PortalPage[] = [
  {
    path: '/',
    label: 'Account',
    group: 'You',
    isFor: everybody,
    Page: lazyPage(() => import('../components/account/account-page.tsx'), 'AccountPage'),
  },
  {
    path: '/organisation',
    label: 'Overview',
    group: 'Organisation',
    isFor: everybody,
    Page: lazyPage(() => import('../components/directory/overview-page.tsx'), 'OverviewPage'),
  },
  {
    path: '/organisation/people',
    label: 'People',
    group: 'Organisation',
    isFor: inDirectory,
    Page: lazyPage(() => import('../components/directory/people-page.tsx'), 'PeoplePage'),
  },
  {
    path: '/organisation/licences',
    label: 'Licences',
    group: 'Organisation',
    isFor: inDirectory,
    Page: lazyPage(() => import('../components/directory/licences-page.tsx'), 'LicencesPage'),
  },
  {
    path: '/organisation/settings',
    label: 'Settings',
    group: 'Organisation',
    isFor: inDirectory,
    Page: lazyPage(() => import('../components/directory/settings-page.tsx'), 'SettingsPage'),
  },
  {
    path: '/developers',
    label: 'Overview',
    group: 'Developers',
    isFor: ({ access }) => access !== 'none',
    Page: lazyPage(() => import('../components/developer/overview-page.tsx'), 'DeveloperOverviewPage'),
  },
  {
    path: '/developers/playground',
    label: 'Playground',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/playground-page.tsx'), 'PlaygroundPage'),
  },
  {
    path: '/developers/keys',
    label: 'Keys',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/keys-page.tsx'), 'KeysPage'),
  },
  {
    path: '/developers/members',
    label: 'Members',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/members-page.tsx'), 'MembersPage'),
  },
  {
    path: '/developers/customers',
    label: 'Customers',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/customers-page.tsx'), 'CustomersPage'),
  },
  {
    path: '/developers/templates',
    label: 'Templates',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/templates-page.tsx'), 'TemplatesPage'),
  },
  {
    path: '/developers/webhooks',
    label: 'Webhooks',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: '/developers/use',
    label: 'Usage',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/usage-page.tsx'), 'UsagePage'),
  },
  {
    path: '/developers/logs',
    label: 'Logs',
    group: 'Developers',
    isFor: developers,
    Page: lazyPage(() => import('../components/developer/logs-page.tsx'), 'LogsPage'),
  },
  {
    path: '/admin/organisations',
    label: 'Organisations',
    group: 'Administration',
    isFor: administrators,
    Page: lazyPage(() => import('../components/admin/organisations-page.tsx'), 'OrganisationsPage'),
  },
  {
    path: '/admin/users',
    label: 'Users',
    group: 'Administration',
    isFor: administrators,
    Page: lazyPage(() => import('../components/admin/users-page.tsx'), 'UsersPage'),
  },
  {
    path: '/admin/licences',
    label: 'Licences',
    group: 'Administration',
    isFor: administrators,
    Page: lazyPage(() => import('../components/admin/granted-licences-page.tsx'), 'GrantedLicencesPage'),
  },
  {
    path: '/admin/notices',
    label: 'Notices',
    group: 'Administration',
    isFor: administrators,
    Page: lazyPage(() => import('../components/admin/notices-page.tsx'), 'NoticesPage'),
  },
  {
    path: '/admin/models',
    label: 'Models',
    group: 'Administration',
    isFor: administrators,
    Page: lazyPage(() => import('../components/admin/models-page.tsx'), 'ModelsPage'),
  },
  {
    path: '/admin/access',
    label: 'Developer organisations',
    group: 'Administration',
    isFor: administrators,
    Page: lazyPage(() => import('../components/admin/access-page.tsx'), 'AccessPage'),
  },
  {
    path: '/admin/audit',
    label: 'Audit log',
    group: 'Administration',
    isFor: administrators,
    Page: lazyPage(() => import('../components/admin/audit-page.tsx'), 'AuditPage'),
  },
]
