/**
 * The controls and the expected labels of the fields on two pages that ask for names and an address in several parts.
 */
const parts: [name: string, label: string][] = [
  ['a', 'First'],
  ['b', 'Last'],
  ['c', 'Street'],
  ['d', 'City'],
  ['e', 'Given name'],
  ['f', 'Family name'],
]

/**
 * The expected result for each page: every field with a reliable label, by control name, with its label and options.
 */
export const labelPages: Record<
  string,
  { html: string; fields: [name: string, label: string, ...options: string[]][] }
> = {
  'parts of a group that is named by other elements have names of their own': {
    html: `<div role="group" aria-labelledby="who"><span id="who">Patient name</span>
      <span><input name="a" aria-labelledby="who"><br><small>First</small></span>
      <span><input name="b" aria-labelledby="who"><br><small>Last</small></span></div>
      <div role="group" aria-labelledby="home"><p id="home">Address</p>
      <div><div>Street</div><input name="c" aria-labelledby="home"></div>
      <div><div>City</div><input name="d" aria-labelledby="home"></div></div>
      <label id="full">Full name</label><div><span><input name="e" aria-labelledby="full given"><label id="given">Given name</label></span>
      <span><input name="f" aria-labelledby="full family"><label id="family">Family name</label></span></div>`,
    fields: parts,
  },
  'parts of a group are named by what stands in them while they are empty, or in words behind them': {
    html: `<div role="group" aria-label="Emergency contact"><input name="a" aria-label="Emergency contact" placeholder="First"><input
      name="b" aria-label="Emergency contact" placeholder="Last"></div>
      <p>Home address</p><div><div><input name="c"><small>Street</small></div><div><input name="d"><small>City</small></div></div>
      <label for="g1">Guardian</label><div><div><input id="g1" name="e"><label for="g1">Given name</label></div>
      <div><input id="g2" name="f"><label for="g2">Family name</label></div></div>`,
    fields: parts,
  },
  'what tells how to answer is no part of a name, nor a name': {
    html: `<p id="tel">Phone</p><div><input name="a" aria-labelledby="tel how"><small id="how">Please enter a number we can call.</small></div>
      <div><p>Name</p><div><input name="b"><small>as on card</small></div></div>
      <div><p>Mail</p><div><input name="c"><small>work or home</small></div></div>`,
    fields: [
      ['a', 'Phone'],
      ['b', 'Name'],
      ['c', 'Mail'],
    ],
  },
  'the words of a box end where a label begins': {
    html: `<div><input type="checkbox" name="a"> Diabetes <label for="since">Since when</label> <input id="since" name="b"></div>
      <p><input type="checkbox" name="c"> Other<label> Comments</label> <textarea name="d"></textarea></p>`,
    fields: [
      ['a', 'Diabetes'],
      ['b', 'Since when'],
      ['c', 'Other'],
      ['d', 'Comments'],
    ],
  },
  'a unit behind a control is no part of the next name': {
    html: `<p>Weight: <input name="a"> kg Height: <input name="b"> cm Pulse <input name="c"> /min Temp <input name="d"> C</p>
      <p>Pressure <input name="e"> mmHg Breaths <input name="f"> breaths/min Index <input name="g"> kg/m2 waist: <input name="h"> cm</p>
      <table><tr><td>Load <input name="i"></td><td>kg Reach: <input name="j"></td></tr></table>`,
    fields: [
      ['a', 'Weight'],
      ['b', 'Height'],
      ['c', 'Pulse'],
      ['d', 'Temp'],
      ['e', 'Pressure'],
      ['f', 'Breaths'],
      ['g', 'Index'],
      ['h', 'waist'],
      ['i', 'Load'],
      ['j', 'Reach'],
    ],
  },
  'a header above a pair of radios is their question': {
    html: `<table><tr><th>Diet plan</th></tr><tr><td>Approve <input type="radio" name="b" value="1"> Return <input type="radio" name="b" value="0"></td></tr></table>`,
    fields: [['b', 'Diet plan', 'Approve', 'Return']],
  },
  'the words of a box in the next cell': {
    html: `<table><tr><th>Symptoms</th><td><input type="checkbox" name="a"></td><th>Fever</th><td><input type="checkbox" name="b"></td><th>Cough</th></tr></table>
      <table><tr><td>1.</td><td><input type="checkbox" name="c"></td><td>Rash</td></tr></table>`,
    fields: [
      ['a', 'Fever'],
      ['b', 'Cough'],
      ['c', 'Rash'],
    ],
  },
  'radios without a name, by what they are bound to and by their place': {
    html: `<table><tr><td>Sad</td><td><label><input type="radio" ng-model="x.a" value="0"> No</label></td><td><label><input type="radio" ng-model="x.a" value="1"> Yes</label></td></tr>
      <tr><td>Tired</td><td><label><input type="radio" ng-model="x.a" value="0"> No</label></td><td><label><input type="radio" ng-model="x.a" value="1"> Yes</label></td></tr></table>
      <div><p>Sleep</p><div><input type="radio" id="r1"><label for="r1">Well</label></div><div><input type="radio" id="r2"><label for="r2">Badly</label></div></div>
      <div><p>Mood</p><div><input type="radio" id="r3"><label for="r3">High</label></div><div><input type="radio" id="r4"><label for="r4">Low</label></div></div>
      <p>Smoker <input type="radio" value="1"> Yes <input type="radio" value="0"> No<br>Drinker <input type="radio" value="1"> Yes <input type="radio" value="0"> No</p>
      <div><p>Diet</p><label><input type="radio" v-model="diet" value="a">Soft</label><label><input type="radio" v-model="diet" value="b">Full</label><label><input type="radio" v-model="way" value="a">Spoon</label><label><input type="radio" v-model="way" value="b">Tube</label></div>`,
    fields: [
      ['', 'Sad', 'No', 'Yes'],
      ['', 'Tired', 'No', 'Yes'],
      ['', 'Sleep', 'Well', 'Badly'],
      ['', 'Mood', 'High', 'Low'],
      ['', 'Smoker', 'Yes', 'No'],
      ['', 'Drinker', 'Yes', 'No'],
      ['', 'Diet', 'Soft', 'Full'],
    ],
  },
  'what stands beside a signature is a field, and nothing that signs is': {
    html: `<p><label>Printed name <input class="signature-input" name="a"></label> <label>Signed on <input class="signature-input" type="date" name="b"></label></p>
      <p><label>Signature <input class="signature-input" name="x1"></label> <label>Date of signature <input class="signature-date" name="c"></label></p>
      <div class="signature-block"><label>Relationship to patient <input name="d"></label><label>Name <input name="x2"></label>
      <label>Type your name and the date <input name="x3"></label><label><input type="checkbox" name="x4"> The date is right</label></div>
      <div class="signature-pad"><canvas></canvas><input name="x5"></div><label>Date <input id="signature" name="x6"></label>
      <label>Date <textarea class="large signature" name="x7"></textarea></label>`,
    fields: [
      ['a', 'Printed name'],
      ['b', 'Signed on'],
      ['c', 'Date of signature'],
      ['d', 'Relationship to patient'],
    ],
  },
  'a heading over one control names it': {
    html: `<table><tr><th colspan="2">Plan</th></tr><tr><td colspan="2"><textarea name="g"></textarea></td></tr><tr><td>Pulse</td><td><input name="h"></td></tr></table>`,
    fields: [
      ['g', 'Plan'],
      ['h', 'Pulse'],
    ],
  },
  'controls one after the other that have their names inside, under a heading': {
    html: `<div><b>Body</b><br><input name="a" placeholder="Weight [kg]"><br><input name="b" placeholder="Height [cm]"><br>
      <b>Signs</b><br><input name="c" placeholder="Heat"><br><input name="d" placeholder="Pulse"></div>`,
    fields: [
      ['a', 'Weight [kg]'],
      ['b', 'Height [cm]'],
      ['c', 'Heat'],
      ['d', 'Pulse'],
    ],
  },
  'lines to write on, and a number over a question': {
    html: `<div><div>History <input name="a" class="line"></div><div><input name="b" class="line"></div><div><input name="c" class="line"></div>
      <div>Past care <input name="d" class="line"></div></div>
      <div><div>10)</div><div><h3>Who was asked to help? If nobody was, please explain.</h3><textarea name="e"></textarea></div></div>`,
    fields: [
      ['a', 'History'],
      ['b', 'History'],
      ['c', 'History'],
      ['d', 'Past care'],
      ['e', 'Who was asked to help? If nobody was, please explain.'],
    ],
  },
  'boxes side by side behind one name: neither alone is called so': {
    html: `<ul><li><label>Nicotine</label><ul><li><input type="checkbox" name="a"></li><li><input type="checkbox" name="b"></li></ul></li>
      <li><label>Alcohol</label><ul><li><input type="checkbox" name="c"></li><li><input type="checkbox" name="d"></li></ul></li></ul>
      <p>Since <input name="e"></p>`,
    fields: [['e', 'Since']],
  },
  'names under their controls, each in a block of its own': {
    html: `<h3>Patient</h3><div><div><input name="a"></div><div>First</div><div><input name="b"></div><div>Last</div></div>
      <div><p>Please fill in all parts.</p><input name="c"><div>Street</div><input name="d"><div>City</div></div>
      <div><p>Job</p><p><input name="e"></p><p>Hours</p><p><input name="f"></p></div>`,
    fields: [
      ['a', 'First'],
      ['b', 'Last'],
      ['c', 'Street'],
      ['d', 'City'],
      ['e', 'Job'],
      ['f', 'Hours'],
    ],
  },
  'a star behind a label': {
    html: `<div><label>Return date</label><span>*</span><div><input type="date" name="a"></div></div>`,
    fields: [['a', 'Return date']],
  },
  'the same words twice in one row tell neither, and a cell with words of its own is no cell of a table to fill': {
    html: `<table><tr><td>Left eye</td><td>Right eye</td></tr><tr><td>Sphere <input name="a"></td><td>Sphere <input name="b"></td></tr>
      <tr><td>Axis left <input name="c"></td><td>Axis right <input name="d"></td></tr></table>`,
    fields: [
      ['c', 'Axis left'],
      ['d', 'Axis right'],
    ],
  },
  'options before their radios, and then the next label': {
    html: `<div>Hand: L <input type="radio" name="h" value="1"> R <input type="radio" name="h" value="2"> Grip: <input name="i"></div>`,
    fields: [
      ['h', 'Hand', 'L', 'R'],
      ['i', 'Grip'],
    ],
  },
  'a line that begins with words and ends with a box says each name before its control': {
    html: `<div>Alert <input type="checkbox" name="a"> Oriented to <input name="b"> Confused <input type="checkbox" name="c"></div>
      <div><textarea name="d"></textarea><br><span>Allergies</span><br><textarea name="e"></textarea><br><span>Medicines</span></div>`,
    fields: [
      ['a', 'Alert'],
      ['b', 'Oriented to'],
      ['c', 'Confused'],
      ['d', 'Allergies'],
      ['e', 'Medicines'],
    ],
  },
  'options whose texts are in other elements': {
    html: `<div><div>Married</div><div><input type="radio" name="a" value="1"></div><div>Single</div><div><input type="radio" name="a" value="2"></div></div>
      <p>Since <input name="d"></p>`,
    fields: [['d', 'Since']],
  },
  'boxes that each have a question before them': {
    html: `<p>Fever: <input type="checkbox" name="a"> Cough: <input type="checkbox" name="b"> Rash: <input type="checkbox" name="c"></p>`,
    fields: [
      ['a', 'Fever'],
      ['b', 'Cough'],
      ['c', 'Rash'],
    ],
  },
  'answers before their question, and answers that say where to go on': {
    html: `<fieldset><legend>History</legend><input type="checkbox" name="a">Yes <input type="checkbox" name="b">No <label>Do you smoke?</label> If so, how much? <input name="c"><br>
      <input type="checkbox" name="d">Yes <input type="checkbox" name="e">No <label>Did anybody in your family?</label></fieldset>
      <table><tr><td>1. Have you fallen this year?</td><td><input type="checkbox" name="f"> Yes</td></tr><tr><td></td><td><input type="checkbox" name="g"> No - go to 3</td></tr></table>`,
    fields: [
      ['a+b', 'Do you smoke?', 'Yes', 'No'],
      ['c', 'Do you smoke? If so, how much?'],
      ['d', 'Did anybody in your family?'],
      ['e', 'Did anybody in your family? No'],
      ['f', '1. Have you fallen this year?'],
    ],
  },
  'heads under heads, sides, several questions in one text, an example and a request': {
    html: `<table><tr><th></th><th colspan="2">Bare</th><th colspan="2">With glasses</th></tr><tr><th></th><th>Far</th><th>Near</th><th>Far</th><th>Near</th></tr>
      <tr><td>Right eye</td><td><input name="a"></td><td><input name="b"></td><td><input name="c"></td><td><input name="d"></td></tr>
      <tr><td>Left eye</td><td><input name="e"></td><td><input name="f"></td><td><input name="g"></td><td><input name="h"></td></tr></table>
      <p>Pupil: <input name="i"> <br> Left <input name="j"></p><p>T: BP: PR: <input name="k"></p>
      <p><input name="l" placeholder="ana@clinic.example"></p><p><input name="m" placeholder="Please specify"></p>`,
    fields: [
      ['a', 'Right eye - Bare - Far'],
      ['b', 'Right eye - Bare - Near'],
      ['c', 'Right eye - With glasses - Far'],
      ['d', 'Right eye - With glasses - Near'],
      ['e', 'Left eye - Bare - Far'],
      ['f', 'Left eye - Bare - Near'],
      ['g', 'Left eye - With glasses - Far'],
      ['h', 'Left eye - With glasses - Near'],
      ['i', 'Pupil'],
    ],
  },
  'one text before columns that are headed elsewhere, lines to write on': {
    html: `<div><div>Left eye</div><div>Right eye</div></div><div><div>Vision</div><div><input name="a"></div><div><input name="b"></div></div>
      <div>History<div><input name="c"></div><div><input name="d"></div><div><input name="e"></div><div><input name="f"></div></div>`,
    fields: [
      ['c', 'History'],
      ['d', 'History'],
      ['e', 'History'],
      ['f', 'History'],
    ],
  },
  'rows that are only counted': {
    html: `<table><tr><th></th><th>Problem</th><th>Since</th></tr><tr><td>1.</td><td><input name="e"></td><td><select name="f"><option></option><option>2025</option></select></td></tr>
      <tr><td>2.</td><td><input name="g"></td><td><select name="h"><option></option><option>2025</option></select></td></tr></table>`,
    fields: [
      ['e', 'Problem'],
      ['f', 'Since', '2025'],
      ['g', 'Problem'],
      ['h', 'Since', '2025'],
    ],
  },
  'remarks of the same hint, formats in cells, sections over a name and its control, sides over several rows': {
    html: `<div><h3>Pressure</h3><label><input type="radio" name="a" value="1"> Yes</label> <label><input type="radio" name="a" value="0"> No</label><textarea name="b" placeholder="Remarks..."></textarea></div>
      <div><h3>Volume</h3><label><input type="radio" name="c" value="1"> Yes</label> <label><input type="radio" name="c" value="0"> No</label><textarea name="d" placeholder="Remarks..."></textarea></div>
      <table><tr><td>Next visit</td><td><input name="e"></td><td>DD/MM/YY</td></tr><tr><td>Last visit</td><td><input name="f"></td><td>DD/MM/YY</td></tr></table>
      <table><tr><th colspan="2">Knowledge</th><th colspan="2">Risk</th></tr>
      <tr><td>Tested before</td><td><input name="g"></td><td>Transfusion</td><td><input name="h"></td></tr><tr><td>Informed</td><td><input name="i"></td><td>Surgery</td><td><input name="j"></td></tr></table>
      <table><tr><th rowspan="2">Right</th><td>Hip</td><td><input name="k"></td></tr><tr><td>Knee</td><td><input name="l"></td></tr>
      <tr><th rowspan="2">Left</th><td>Hip</td><td><input name="m"></td></tr><tr><td>Knee</td><td><input name="n"></td></tr></table>`,
    fields: [
      ['a', 'Pressure', 'Yes', 'No'],
      ['b', 'Pressure: Remarks...'],
      ['c', 'Volume', 'Yes', 'No'],
      ['d', 'Volume: Remarks...'],
      ['e', 'Next visit'],
      ['f', 'Last visit'],
      ['g', 'Tested before'],
      ['h', 'Transfusion'],
      ['i', 'Informed'],
      ['j', 'Surgery'],
      ['k', 'Right - Hip'],
      ['l', 'Right - Knee'],
      ['m', 'Left - Hip'],
      ['n', 'Left - Knee'],
    ],
  },
  'a question that ends in a sentence goes on with its answer': {
    html: `<fieldset><legend>Whom do you care for? Check all that apply.</legend><div><input type="checkbox" id="p" name="a"><label for="p">Parents</label></div>
      <div><input type="checkbox" id="q" name="b"><label for="q">Other</label> <input name="c"></div></fieldset>`,
    fields: [
      ['a+b', 'Whom do you care for? Check all that apply.', 'Parents', 'Other'],
      ['c', 'Whom do you care for? Check all that apply: Other'],
    ],
  },
  'a row that takes a choice and a remark is named by the choice alone': {
    html: `<table><tr><td>Place of work</td><td><select name="a"><option></option><option>Office</option><option>Field</option></select></td><td><input name="b"></td></tr>
      <tr><td>Referred by</td><td><select name="c"><option></option><option>Clinic</option><option>Family</option></select></td><td><input name="d"></td></tr></table>`,
    fields: [
      ['a', 'Place of work', 'Office', 'Field'],
      ['c', 'Referred by', 'Clinic', 'Family'],
    ],
  },
  'the other side of what was named before': {
    html: `<table><tr><td>Ears:</td><td>Normal right:</td><td><input type="checkbox" name="a"></td><td>Left:</td><td><input type="checkbox" name="b"></td>
      <td>Nose:</td><td>Swollen right:</td><td><input type="checkbox" name="c"></td><td>Left:</td><td><input type="checkbox" name="d"></td></tr></table>`,
    fields: [
      ['a', 'Normal right'],
      ['b', 'Normal Left'],
      ['c', 'Swollen right'],
      ['d', 'Swollen Left'],
    ],
  },
}

/** Returns the URL of a page of `labelPages`, made from the HTML of that page. */
export const labelPageUrl = (html: string): string =>
  `data:text/html;charset=utf-8,<form>${encodeURIComponent(html)}</form>`
