import type { CountryCode } from 'libphonenumber-js/max'
import { continents } from '../../../lib/contracts/index.ts'

export type Continent = (typeof continents)[number]

/** Countries and territories by continent, as the United Nations assign them. */
const codes: Record<Continent, string> = {
  africa:
    'AC AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TA TD TG TN TZ UG YT ZA ZM ZW',
  antarctica: 'AQ',
  asia: 'AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE',
  europe:
    'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  'north-america':
    'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  oceania: 'AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PW SB TK TO TV VU WF WS',
  'south-america': 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
}

export const countryCodes = Object.values(codes).flatMap((list) => list.split(' '))

const byCode = new Map(continents.flatMap((continent) => codes[continent].split(' ').map((code) => [code, continent])))

/** The continent of a country. Null for a code that is not in the table. */
export const continentOf = (country: CountryCode): Continent | null => byCode.get(country) ?? null
