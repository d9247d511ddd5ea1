<html><frameset rows="30,*"><frame name="bar" src="/visit/bar.asp"><frame name="form" src="/webforms/questions.asp?category_id=CATEGORY&client_id=CLIENT&fvid=VISIT"></frameset></html>
