/**
 * Names of medicines, generic and common brand names. A name that is missing here is recognised only next to a dose.
 */
const names = `
sertraline zoloft fluoxetine prozac citalopram celexa escitalopram lexapro paroxetine paxil fluvoxamine venlafaxine effexor duloxetine cymbalta
desvenlafaxine pristiq bupropion wellbutrin mirtazapine remeron trazodone vilazodone vortioxetine trintellix nortriptyline amitriptyline
imipramine doxepin clomipramine buspirone buspar hydroxyzine vistaril propranolol prazosin clonidine guanfacine lorazepam ativan clonazepam
klonopin alprazolam xanax diazepam valium temazepam zolpidem ambien eszopiclone lunesta melatonin ramelteon suvorexant lithium lamotrigine
lamictal valproate depakote divalproex carbamazepine tegretol oxcarbazepine topiramate topamax gabapentin neurontin pregabalin lyrica
quetiapine seroquel olanzapine zyprexa risperidone risperdal aripiprazole abilify ziprasidone geodon lurasidone latuda cariprazine vraylar
haloperidol haldol clozapine paliperidone invega brexpiprazole methylphenidate ritalin concerta amphetamine adderall lisdexamfetamine vyvanse
atomoxetine strattera naltrexone vivitrol acamprosate disulfiram antabuse buprenorphine suboxone methadone naloxone narcan varenicline chantix
lisinopril losartan amlodipine norvasc metoprolol atenolol carvedilol hydrochlorothiazide furosemide lasix spironolactone bumetanide bumex
atorvastatin lipitor simvastatin rosuvastatin crestor pravastatin metformin glipizide glyburide insulin lantus ozempic semaglutide trulicity
jardiance levothyroxine synthroid omeprazole prilosec pantoprazole protonix famotidine pepcid esomeprazole nexium albuterol ventolin flovent
fluticasone flonase montelukast singulair cetirizine zyrtec loratadine claritin benadryl diphenhydramine prednisone methylprednisolone medrol
ibuprofen motrin advil naproxen aleve meloxicam mobic celecoxib acetaminophen tylenol aspirin tramadol ultram oxycodone percocet hydrocodone
norco morphine codeine cyclobenzaprine flexeril methocarbamol tizanidine amoxicillin augmentin azithromycin ciprofloxacin doxycycline
cephalexin bactrim warfarin coumadin eliquis apixaban xarelto plavix clopidogrel digoxin allopurinol colchicine tamsulosin flomax sildenafil
finasteride estradiol tacrolimus cellcept mycophenolate methotrexate humira enbrel hydroxychloroquine plaquenil folate iron
advair allegra fexofenadine oxycontin vicodin pravachol dilantin phenytoin toprol macrobid nitrofurantoin salmeterol serevent symbicort spiriva
zofran ondansetron phenergan promethazine reglan keflex levaquin levofloxacin zithromax lortab darvocet dilaudid hydromorphone fentanyl januvia
actos amaryl glimepiride glucophage novolog humalog zestril diovan valsartan cozaar benazepril enalapril ramipril diltiazem cardizem verapamil
nifedipine hydralazine terazosin doxazosin zetia niacin tricor fosamax alendronate boniva coreg imdur isosorbide nitroglycerin heparin lovenox
theophylline ipratropium atrovent combivent nasonex proventil xopenex premarin evista tamoxifen detrol oxybutynin avodart viagra cialis imitrex
sumatriptan fioricet soma carisoprodol valtrex acyclovir fluconazole flagyl metronidazole sinemet aricept donepezil namenda requip baclofen
keppra levetiracetam phenobarbital cogentin benztropine multivitamins? zinc ultram farxiga dapagliflozin miralax polyethylene senna colace docusate imodium mucinex robitussin sudafed tums maalox ferrous synthroid armour lidocaine voltaren diclofenac toradol ketorolac indomethacin etodolac excedrin advil bayer torsemide bystrol entresto brilinta pradaxa rivaroxaban invokana victoza tresiba basaglar levemir repatha praluent pulmicort breo trelegy anoro tessalon guaifenesin pseudoephedrine dexamethasone decadron cortisone triamcinolone hydrocortisone clobetasol mupirocin bactroban penicillin clindamycin linezolid vancomycin rifampin ivermectin oseltamivir tamiflu paxlovid nystatin terbinafine lamisil accutane tretinoin letrozole anastrozole arimidex cisplatin taxol opdivo magnesium potassium calcium
`
  .trim()
  .split(/\s+/)

const twoWords = [
  'birth control',
  'fish oil',
  'vitamin d',
  'vitamin b12',
  'folic acid',
  'nicotine patch',
  'nicotine gum',
  'inhaler',
]

/** Matches the name of a medicine. The text must be lower case. */
export const medicine = new RegExp(`\\b(?:${[...twoWords, ...names].join('|')})\\b`, 'g')

const amount = String.raw`(?:\d[\d,.]*|half an?|(?:(?:a |an |one |two |three |four |five |six |seven |eight |nine |half )?(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)(?:[ -](?:and )?(?:point |zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|a half))*))`
const unit = `(?:milligrams?|mgs?|micrograms?|mcgs?|grams?|milliliters?|mls?|units?|puffs?|tablets?|pills?|capsules?|drops|sprays?)`

/** Matches a dose ("fifty milligrams", "12.5 mg"). The text must be lower case. */
export const dose = new RegExp(`\\b(${amount})[ -]?(${unit})\\b`, 'g')

const often = String.raw`(?:once|twice|one time|two times|three times|four times|\d times)`

/** Matches how often a medicine is taken. The text must be lower case. */
export const frequency = new RegExp(
  [
    `(?:${often} (?:a|per|each|every) (?:day|week|night|month)|${often} daily)(?: (?:at night|in the (?:morning|evening)|with (?:food|meals)))?`,
    String.raw`(?:every|each) (?:single )?(?:morning|night|evening|day|other day|week|month|(?:\d+|two|three|four|six|eight|twelve)(?: to (?:\d+|four|six|eight|twelve))? hours)(?: (?:at|before) (?:bed(?:time)?|night))?`,
    `(?<=(?:milligrams?|mgs?|mcg|units?|tablets?|pills?|times) ?)(?:a|per|each|every) day`,
    `(?:in the (?:morning|evening)|at (?:night|bedtime|bed time|noon)|before bed|nightly|daily|weekly|once a day|twice a day)`,
  ].join('|'),
  'g',
)
